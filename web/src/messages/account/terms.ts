import { defineMessages } from '@/messages/i18n.js';

export const termsMessages = defineMessages('terms', {
  title: 'Terms of Service',
  lead: 'Short enough to actually read.',
  items: [
    [
      'Only your own VPS',
      'Use Casement only on a VPS that you rent or own and that your provider allows you to reinstall.',
    ],
    [
      'Everything on the disk is replaced',
      'Once writing starts, the Linux system and all its files are gone. Back up what you need first.',
    ],
    [
      'Your root password or SSH key',
      'We store it encrypted while the install runs and delete it when the install ends.',
    ],
    [
      'Quota',
      'One installation costs 1 quota. If an install fails before writing starts, the quota is returned.',
    ],
    ['Windows licence', 'Casement installs Windows. The licence is between you and Microsoft.'],
    [
      'Fair use',
      'No attacks, no spam, no VPSs that belong to other people. We close accounts that break these rules.',
    ],
  ] as [string, string][],
});
