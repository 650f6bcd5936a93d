import type { FailureGroup } from '@casement/proto/texts/failures.js';
import { defineMessages } from '@/messages/i18n.js';

const UNTOUCHED =
  'Nothing on your disk was erased. If an install failed, its quota was returned. A check uses no quota.';

/** Help section, and help on a single failure. The failures' own sentences are in proto/texts/failures.ts. */
export const helpMessages = defineMessages('help', {
  title: 'Help',
  lead: 'Answers, notes on your provider, and what to do when something fails.',
  search: 'Search help',
  found: (n: number) => (n === 1 ? '1 result' : `${n} results`),
  nothingFound: 'Nothing found',
  nothingFoundHelp: 'Try other words, or contact support.',
  apiReference: 'API reference',
  chat: 'Support chat',
  email: 'Email support',
  supportSubject: 'Help with Casement',
  supportMessage: 'Hello, I need help with Casement.',
  failureMessage: (code: string) => `Hello, I need help with the failure ${code}.`,
  questions: 'Questions and answers',
  providers: 'Notes by provider',
  faq: [
    [
      'Which VPS can I use?',
      'Any KVM VPS with a root password or an SSH key. Ubuntu 22.04 is recommended. “Check my VPS” on the Install Windows page tells you for free whether yours works.',
    ],
    [
      'What happens during an install?',
      'We sign in to your VPS over SSH and check it, start a small installer in its memory, write Windows to the disk, and restart. The install is completed when we have signed in to Windows with your RDP password.',
    ],
    [
      'How long does it take?',
      'That depends on how fast your VPS downloads. The check estimates the time, and a running install shows the time left. You can close the page; we’ll notify you.',
    ],
    [
      'What happens to the data on my VPS?',
      'Windows replaces everything on the disk, and it can’t be restored afterwards. Back up what you need before you start.',
    ],
    [
      'Can I cancel an install?',
      'Yes, until writing starts (step 5). Your VPS then returns to Linux and your quota is returned.',
    ],
    [
      'When is my quota used?',
      'One install costs 1 quota. It is reserved when the install starts, used when it completes, and returned if it fails. You can see each change in your quota history.',
    ],
    [
      'What does the status “Manual review” mean?',
      'Windows was being written, but we couldn’t confirm that it works. Your quota stays on hold until our team has checked the install.',
    ],
    [
      'I paid, but my quota has not changed',
      'Quota is added as soon as the payment provider confirms your payment, usually within a few minutes. A late payment is added or reviewed, too. If it is still missing after an hour, send support the reference shown in Topup History.',
    ],
    [
      'How do I connect to Windows?',
      'Select Connect next to the install in Install History or My machines. You get a connection file and the steps for your device. The user is Administrator, the password is your RDP password.',
    ],
    [
      'Why does remote desktop use port 22?',
      'It answers where SSH did: on port 22, or on the SSH port that you entered. Firewalls and NAT plans already let that port through. We advise against 3389 because scanners try that port first.',
    ],
    [
      'I forgot my Windows password',
      'Select Connect next to the install: it shows the password for as long as we keep it. After that, set a new one in the console of your provider’s panel, or install again.',
    ],
    [
      'Can I install Windows again without Linux?',
      'Yes, from the recovery system on your VPS. It starts by itself if Windows doesn’t start four times. Open the console in your provider’s panel, select Install again in Install History, and enter the code that the console shows. To use it with a Windows that works, turn on “Keep the recovery system” under “Advanced: Windows settings” when you install.',
    ],
    [
      'How do I start or remove the recovery system that I kept?',
      'Open “Casement Recovery” in the Start menu of Windows. Select Connect next to the install to start Windows again or to remove the recovery system. Windows removes it at its next start or within a day.',
    ],
    [
      'Can my VPS return to Linux?',
      'Yes, while its recovery system is running. Select Details next to the install in Install History, then Return to Linux. You need the code on the console, and a root password or a public SSH key. Everything on the disk is erased. The price is shown before you confirm.',
    ],
    [
      'What do you do with my root password?',
      'We store it encrypted while the install runs and delete it when the install ends. The same goes for an SSH key.',
    ],
    [
      'Do I need a Windows licence?',
      'Casement installs Windows. The licence is between you and Microsoft.',
    ],
  ] as [question: string, answer: string][],
  notLost: 'Not lost',
  todo: 'What to do',
  code: 'Code',
  unknown: 'There is no help on this failure. Contact support and mention the code.',
  groups: {
    connecting: 'Failures while connecting to your VPS',
    checking: 'Failures while checking your VPS',
    preparing: 'Failures while preparing and restarting your VPS',
    writing: 'Failures while writing Windows',
    windows: 'Failures after Windows was written',
    resetting: 'Failures while resetting the Windows password',
    anytime: 'Failures on our side',
  } satisfies Record<FailureGroup, string>,
  kept: {
    connecting: UNTOUCHED,
    checking: UNTOUCHED,
    preparing:
      'Nothing on your disk was erased: Linux and your files are still there. Your quota is returned.',
    writing:
      'Your quota stays on hold until our team has checked the install. The files of your Linux can’t be restored.',
    windows:
      'Windows stays on the disk. If the install isn’t completed yet, your quota stays on hold until our team has checked it.',
    resetting: 'Windows, its settings and your files stay as they are.',
    anytime:
      'Before step 5, Linux is still on your VPS and your quota is returned. Later, your quota stays on hold until our team has checked the install.',
  } satisfies Record<FailureGroup, string>,
});
