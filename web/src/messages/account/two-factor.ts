import { defineMessages } from '@/messages/i18n.js';

/** Settings → Two-factor. */
export const ownTwoFactorMessages = defineMessages('ownTwoFactor', {
  loadFailed: 'Failed to load your two-factor settings',
  on: 'On',
  off: 'Off',
  remove: 'Remove',
  removeFailed: 'Failed to remove',
  recovery: (when: string) =>
    `An administrator started an account recovery. Your second factors will be removed on ${when}. If you didn’t ask for this, cancel it.`,
  cancelRecovery: 'Cancel recovery',
  recoveryCancelled: 'Recovery cancelled',
  cancelFailed: 'Failed to cancel the recovery',
  app: 'Authenticator app',
  appLead: 'With an authenticator app, a stolen password alone can’t open your account.',
  appAdded: (when: string) => `Added ${when}. You need a code from the app each time you sign in.`,
  removeApp: 'Remove authenticator app',
  removeAppQuestion:
    'You’ll no longer need codes from the app. Your other sessions will be signed out.',
  appRemoved: 'Authenticator app removed',
  passkeys: 'Passkeys',
  passkeysLead:
    'Sign in with your fingerprint, face or PIN instead of a password. A passkey is also your second factor.',
  noPasskeySupport: 'Passkeys aren’t available in this browser or at this address.',
  addPasskey: 'Add a passkey',
  passkeyAdded: 'Passkey added',
  addFailed: 'Failed to add the passkey',
  added: (when: string) => `added ${when}`,
  lastUsed: (when: string) => `last used ${when}`,
  synced: 'synced',
  removeOf: (device: string) => `Remove passkey: ${device}`,
  removePasskey: 'Remove passkey',
  removePasskeyQuestion:
    'You’ll no longer be able to sign in with it. Your other sessions will be signed out.',
  passkeyRemoved: 'Passkey removed',
  codes: 'Recovery codes',
  codesLeft: (left: number) => `${left} of 10 left`,
  codesHelp:
    'Each code signs you in once if you lose your phone or passkeys. Keep them in a safe place.',
  codesLead:
    'If you lose your phone, each code signs you in once. We show them only until you confirm that you’ve saved them or sign out.',
  renew: 'Create new codes',
  renewQuestion: 'The codes you saved before will stop working.',
  codesRenewed: 'New recovery codes created',
  renewFailed: 'Failed to create new codes',
});
