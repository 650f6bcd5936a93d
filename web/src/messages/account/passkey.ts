import { defineMessages } from '@/messages/i18n.js';

/** Passkeys, on all screens that use them. */
export const passkeyMessages = defineMessages('passkey', {
  use: 'Use a passkey',
  lead: 'Confirm with your fingerprint, face or PIN.',
  cancelled: 'The passkey request was cancelled or timed out.',
  alreadyAdded: 'This device already has a passkey for your account.',
});
