import { defineMessages } from '@/messages/i18n.js';

/** Attention panel of the admin area. */
export const adminNeedMessages = defineMessages('adminNeed', {
  title: 'Needs you',
  nothing: 'Nothing needs you now',
  nothingHelp: 'No payment or install waits for a decision, no event is stuck, and the bots run.',
  unknown: 'Some of this could not be counted now; what is missing may still need you.',
  counting: 'Counting...',
  needs: {
    reviews: 'Payments to review',
    installReviews: 'Installs in manual review',
    failedInstalls: 'Failed installs not yet reviewed',
    deadLetters: 'Events that could not be processed',
    images: 'Images without a passed check',
    bots: 'Bots stopped',
  },
});
