import { defineMessages } from '@/messages/i18n.js';

/** Silence of a new Windows, and the findings of the recovery system. */
export const bootGuardMessages = defineMessages('bootGuard', {
  silentTitle: 'Nothing heard from Windows for 45 minutes.',
  silentHelp: (limit: number) =>
    `Restart the VPS in your provider’s panel, and give it ten minutes. If Windows still doesn’t respond, restart it again: up to ${limit} restarts may be needed. After that, our recovery system starts instead of Windows and reports here.`,
  waiting: 'The recovery system hasn’t responded yet.',
  title: 'Recovery system',
  answering: 'The recovery system is responding.',
  notAnswering:
    'The recovery system hasn’t reported for 10 minutes. Restart the VPS in your provider’s panel.',
  showFindings: 'Show what was found',
  answered: 'Responding since',
  last: 'Last report',
  starts: 'Starts without success',
  written: 'Drive C: changed by Windows',
  bus: 'Disk bus',
  processor: 'Missing processor features',
  stopCode: 'Stop code',
  setup: 'State of set-up',
  ioErrors: 'Disk errors',
  bitlocker: 'Encrypted by BitLocker',
  yes: 'yes',
  no: 'no',
  repaired: {
    driver: (name: string) =>
      `The recovery system set the disk driver ${name} to start with Windows, but Windows still didn’t start.`,
    bootEntry: 'The recovery system repaired the boot entry, but Windows still didn’t start.',
  },
  logs: 'The install log has what the recovery system found.',
  kept: {
    preparing: 'Windows sets it up within ten minutes.',
    help: 'To install Windows again, restart it into the recovery system: open “Casement Recovery” in its Start menu, or run this command in PowerShell as administrator. Then come back to this page.',
    command: 'Recovery command',
    console:
      'Without access to Windows, restart the VPS in your provider’s panel and choose “Casement Recovery” on its console within three seconds.',
    installAgain: 'Install again',
    startWindows: 'Start Windows',
    starting: 'Windows starts within a minute',
    startFailed: 'Windows could not be started',
    remove: 'Remove recovery system',
    removeTitle: (ip: string) => `Remove the recovery system from ${ip}?`,
    removeQuestion:
      'Windows removes it when it asks us next: at its next start, or within a day. Drive C: gets its space. You can’t install Windows again from it afterwards.',
    removeSubmit: 'Remove',
    removeRequested: 'Windows will remove the recovery system',
    removeFailed: 'The recovery system could not be removed',
    removing:
      'Windows removes the recovery system when it asks us next: at its next start, or within a day.',
    removed: 'The recovery system was removed.',
  },
  again: {
    title: (ip: string) => `Install Windows again on ${ip}?`,
    lead: 'The recovery system on the VPS installs Windows. You don’t need Linux or its root password.',
    code: 'Code on the console',
    codeHelp:
      'Open the console of the VPS in your provider’s panel. The recovery system shows 8 characters there.',
    started: 'Installation started',
    startedHelp: (ip: string) => `The recovery system on ${ip} starts it within a minute.`,
    failed: 'Installation could not be started',
  },
});
