import { defineMessages } from '@/lib/messages.js';

/** Asked before what is hard to undo. */
export const stepUpMessages = defineMessages('stepUp', {
  title: 'Confirm that it is you',
  lead: 'This change asks for it once more. It then holds for 5 minutes.',
  password: 'Your password',
  code: '6-digit code from your authenticator app',
  confirm: 'Confirm',
});
