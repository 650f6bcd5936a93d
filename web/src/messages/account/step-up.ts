import { defineMessages } from '@/messages/i18n.js';

/** Confirmation before an action that is hard to undo. */
export const stepUpMessages = defineMessages('stepUp', {
  title: 'Confirm that it is you',
  lead: 'For your security, this change needs confirmation. It is then valid for 5 minutes.',
  password: 'Your password',
  code: '6-digit code from your authenticator app',
  confirm: 'Confirm',
});
