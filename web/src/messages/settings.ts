import { texts } from '../lib/messages.js';

/** The settings section of the dashboard. */
export const settingsTexts = texts({
  en: {
    title: 'Settings',
    lead: 'Your account, its password, and what we know of it.',
    parts: { profile: 'Profile Info', password: 'Update Password' },
    profile: {
      title: 'Profile Info',
      username: 'Username',
      email: 'Email',
      noEmail: 'none yet',
      verified: 'Verified',
      firstName: 'First name',
      firstNameHelp: 'Shown in the greeting on your dashboard.',
      save: 'Save',
      saved: 'Profile updated',
      savedHelp: 'Your changes are in force.',
      failed: 'Profile update failed',
      memberSince: 'Member since',
    },
    password: {
      title: 'Update Password',
      current: 'Current password',
      new: 'New password',
      newHelp: 'At least 6 characters. Your other sessions are signed out.',
      confirm: 'Confirm new password',
      mismatch: 'New password and confirm password must match.',
      submit: 'Update Password',
      done: 'Password updated',
      doneHelp: 'Your other sessions were signed out.',
      failed: 'Update failed',
      failedHelp: 'Failed to update password.',
    },
    deletion: {
      title: 'Delete account',
      lead: 'Removes your profile, installation history and everything else we keep of you.',
      open: 'Delete account',
      warning:
        'This permanently deletes your account: profile, installation history, transaction records and the remaining quota. It cannot be undone.',
      confirm: (username: string) => `Type ${username} to confirm`,
      submit: 'Delete my account',
      done: 'Account deleted',
      doneHelp: 'Everything we kept of you is being erased.',
      failed: 'Delete failed',
    },
  },
});
