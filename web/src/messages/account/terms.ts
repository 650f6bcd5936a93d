import { defineMessages } from '@/messages/i18n.js';

export const termsMessages = defineMessages('terms', {
  title: 'Terms of Service',
  lead: 'Short, so that you read it.',
  items: [
    [
      'Your VPS, your right',
      'Enter only a VPS that you rent or own, and that your provider lets you reinstall.',
    ],
    [
      'Everything on the disk is replaced',
      'From the moment writing begins, the Linux system and all its files are gone. Keep a copy of what you need.',
    ],
    [
      'Your root password or SSH key',
      'It is stored encrypted while the install runs and erased when it ends.',
    ],
    [
      'Quota',
      'One installation costs 1 quota. If an install fails before writing begins, the quota is returned.',
    ],
    ['Windows licence', 'Casement installs the system. Its licence is between you and Microsoft.'],
    [
      'Fair use',
      'No attacks, no spam, no VPS of other people. Accounts that break this are closed.',
    ],
  ] as [string, string][],
});
