import { defineMessages } from '@/messages/i18n.js';

/** Separate from the list's messages to keep that chunk small. */
export const userDialogMessages = defineMessages('userDialogs', {
  role: {
    title: 'Change role',
    toAdmin: (username: string) => `Make ${username} an administrator?`,
    toAdminHelp: 'Administrators can change every user, quota, payment method and setting.',
    toUser: (username: string) => `Make ${username} an ordinary user?`,
    toUserHelp: 'The admin area closes for this user at once.',
    makeAdmin: 'Make Admin',
    makeUser: 'Make User',
  },
  remove: {
    title: 'Delete User Account',
    lead: (username: string) => `This permanently deletes the account of ${username}:`,
    items: [
      'the account and profile',
      'the installation history',
      'the transaction records',
      'all associated data',
    ],
    undone: 'This cannot be undone.',
    submit: 'Delete User',
  },
  quota: {
    title: 'Update User Quota',
    current: 'Current quota',
    unknown: 'not known at the moment',
    operation: 'Operation',
    operations: [
      ['add', 'Add to the quota'],
      ['set', 'Set the quota'],
    ] as [string, string][],
    amount: 'Amount',
    reason: 'Reason (optional)',
    reasonHelp: 'For administrators: it is kept in the quota history and the audit.',
    preview: 'Preview',
    adds: (current: number, amount: number) => `${current} + ${amount} = ${current + amount}`,
    addsTo: (amount: number) => `+${amount}`,
    sets: (amount: number) => `${amount}`,
    submit: 'Update Quota',
    updated: 'Quota updated successfully',
    increased: (quota: number) => `User quota increased to ${quota}`,
    set: (quota: number) => `User quota set to ${quota}`,
  },
});
