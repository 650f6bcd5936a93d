import { defineMessages } from '@/messages/i18n.js';

/** Attention panel of the admin area. */
export const adminNeedMessages = defineMessages('adminNeed', {
  title: 'Needs attention',
  nothing: 'All clear',
  nothingHelp:
    'No payments or installs are waiting for a decision, no events are stuck, and the bots are running.',
  unknown: 'Some counts couldn’t be loaded; the missing items may still need attention.',
  counting: 'Counting...',
  needs: {
    reviews: 'Payments to review',
    installReviews: 'Installs in manual review',
    failedInstalls: 'Failed installs to review',
    deadLetters: 'Events that could not be processed',
    images: 'Images that haven’t passed a check',
    bots: 'Stopped bots',
  },
});
