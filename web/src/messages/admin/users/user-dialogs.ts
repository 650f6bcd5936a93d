import { defineMessages } from '@/messages/i18n.js';

/** In a separate file to keep the chunk of the users list small. */
export const userDialogMessages = defineMessages('userDialogs', {
  role: {
    title: 'Change role',
    toAdmin: (username: string) => `Make ${username} an administrator?`,
    toAdminHelp: 'Administrators can change all users, quotas, payment methods and settings.',
    toUser: (username: string) => `Make ${username} a regular user?`,
    toUserHelp: 'This user will lose access to the admin area immediately.',
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
    unknown: 'currently unknown',
    operation: 'Operation',
    operations: [
      ['add', 'Add to the quota'],
      ['set', 'Set the quota'],
    ] as [string, string][],
    amount: 'Amount',
    reason: 'Reason (optional)',
    reasonHelp: 'Visible to administrators only, in the quota history and the audit log.',
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
