import { defineMessages } from '@/messages/i18n.js';

/** Reset of the Windows password from a kept recovery system. */
export const passwordResetMessages = defineMessages('passwordReset', {
  action: 'Reset Windows password',
  title: (ip: string) => `Reset the Windows password of ${ip}`,
  lead: 'The recovery system sets a new password for the built-in administrator account of Windows and enables it. Your files and settings stay.',
  steps: [
    'Open the console of the VPS in your provider’s panel.',
    'Shut the VPS down in the panel and wait until it’s off. Don’t force it: Windows must close its drive.',
    'Start the VPS. Choose “Casement Recovery” on the console within three seconds.',
    'Come back here when the console shows a code of 8 characters.',
  ],
  awaiting: 'Waiting for the recovery system…',
  old: 'This recovery system can’t reset the password: it is older, or the VPS has too little free memory. Restart the VPS into it. If this stays, contact support.',
  password: 'New Windows password',
  submit: 'Reset password',
  failed: 'The password could not be reset',
  failedOn: (when: string) => `Last reset: ${when}.`,
  progress: {
    waiting: 'The recovery system gets the new password within a minute',
    writing: 'The recovery system changes Windows',
    starting: 'Windows sets the password and restarts, and we test it by a sign-in',
  },
  progressHelp:
    'This takes about ten minutes, at most 45. You can close this window and open it again for the result. We send you an email once Windows gets the password.',
  done: (when: string) => `Windows accepted the new password on ${when}.`,
  doneHelp: 'Sign in with it.',
  again: 'Reset again',
});
