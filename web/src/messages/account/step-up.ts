import { defineMessages } from '@/messages/i18n.js';

/** Confirmation before an action that is hard to undo. */
export const stepUpMessages = defineMessages('stepUp', {
  title: 'Confirm it’s you',
  lead: 'Please confirm your identity before making this change. We won’t ask again for 5 minutes.',
  password: 'Your password',
  code: '6-digit code from your authenticator app',
  useApp: 'Use the authenticator app',
  useRecovery: 'Use a recovery code',
  recoveryCode: 'Recovery code',
  confirm: 'Confirm',
});
