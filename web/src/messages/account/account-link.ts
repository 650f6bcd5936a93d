import { defineMessages } from '@/messages/i18n.js';

/** Messages of the pages that links in account mails open, e.g. to undo an email change. */
export const accountLinkMessages = defineMessages('accountLink', {
  undo: {
    title: 'Undo the email change?',
    lead: 'Your account will use this email address again. All sessions will end, API keys will be revoked, Telegram will be disconnected and webhooks will be paused.',
    submit: 'Undo the change',
    failed: 'Undo failed',
    done: 'Your email address was restored',
    doneHelp: 'All sessions have ended. Reset your password now in case someone else knows it.',
    next: 'Reset password',
  },
  cancel: {
    title: 'Cancel the recovery?',
    lead: 'Your authenticator app, passkeys and recovery codes will keep working.',
    submit: 'Cancel the recovery',
    failed: 'Cancel failed',
    done: 'Recovery cancelled',
    doneHelp: 'If you didn’t ask for the recovery, reset your password now.',
    next: 'Reset password',
  },
});
