import { defineMessages } from '@/messages/i18n.js';

/** Reset of the Windows password from a kept recovery system. */
export const passwordResetMessages = defineMessages('passwordReset', {
  action: 'Reset Windows password',
  title: (ip: string) => `Reset the Windows password of ${ip}`,
  lead: 'The recovery system sets a new password for the Windows administrator. Your files and settings stay.',
  steps: [
    'Open the console of the VPS in your provider’s panel.',
    'Shut the VPS down in the panel and wait until it’s off. Don’t force it: Windows must close its drive.',
    'Start the VPS. Choose “Casement Recovery” on the console within three seconds.',
    'Come back here when the console shows a code of 8 characters.',
  ],
  awaiting: 'Waiting for the recovery system…',
  old: 'This recovery system is older and can’t reset the password. Install Windows again to get a newer one.',
  password: 'New Windows password',
  submit: 'Reset password',
  failed: 'The password could not be reset',
  progress: {
    waiting: 'The recovery system gets the new password within a minute',
    writing: 'The recovery system changes Windows',
    starting: 'Windows sets the password and restarts, and we test it by a sign-in',
  },
  progressHelp:
    'This takes up to ten minutes. You can close this window; we send you an email when it’s done.',
  done: (when: string) => `Windows accepted the new password on ${when}.`,
  doneHelp: 'Sign in with it, and keep it in a safe place.',
  again: 'Reset again',
});
