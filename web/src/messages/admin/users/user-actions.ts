import { defineMessages } from '@/messages/i18n.js';

const users = (n: number) => (n === 1 ? '1 user' : `${n} users`);

/** Suspension and other actions on one or many users. */
export const userActionMessages = defineMessages('userActions', {
  suspended: 'Suspended',
  select: (username: string) => `Select ${username}`,
  selectAll: 'Select all users on this page',
  selected: (n: number) => `${users(n)} selected`,
  actions: {
    suspend: 'Suspend',
    unsuspend: 'Lift suspension',
    sign_out: 'Sign out everywhere',
    resend_verification: 'Resend verification',
  },
  titles: {
    suspend: 'Suspend users',
    unsuspend: 'Lift suspensions',
    sign_out: 'Sign out everywhere',
    resend_verification: 'Resend verification',
  },
  help: {
    suspend:
      'Sessions and API keys stop working immediately. Running installs finish, running batches are paused, and payments are still credited.',
    unsuspend: 'The users can sign in again, and their API keys work again.',
    sign_out: 'Ends every session. API keys keep working.',
    resend_verification: 'Sends a new code, which replaces the previous one.',
  },
  submit: {
    suspend: (n: number) => `Suspend ${users(n)}`,
    unsuspend: (n: number) => `Lift suspension for ${users(n)}`,
    sign_out: (n: number) => `Sign out ${users(n)}`,
    resend_verification: (n: number) => `Send to ${users(n)}`,
  },
  done: {
    suspend: (n: number) => `${users(n)} suspended`,
    unsuspend: (n: number) => `Suspension lifted for ${users(n)}`,
    sign_out: (n: number) => `${users(n)} signed out`,
    resend_verification: (n: number) => `Code sent to ${users(n)}`,
  },
  outcomes: {
    changes: (n: number) => `Will change: ${users(n)}`,
    unchanged: (n: number) => `No change needed: ${users(n)}`,
    own_account: (): string => 'Your own account will not be changed',
    last_administrator: (): string => 'The last administrator will not be changed',
    no_email: (n: number) => `Without an email address: ${users(n)}`,
    not_found: (n: number) => `Deleted: ${users(n)}`,
  },
  reason: 'Reason',
  reasonHelp: 'Visible to administrators only, here and in the audit log.',
  reasonRequired: 'Please enter a reason',
  previewFailed: 'Failed to load the preview',
  failed: 'Nothing was changed',
  note: {
    label: 'Internal note',
    help: 'Visible to administrators only.',
    save: 'Save note',
    saved: 'Note saved',
    failed: 'Note not saved',
  },
});
