import { defineMessages } from '@/messages/i18n.js';

const some = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'} ago`;

export const commonMessages = defineMessages('common', {
  product: 'Casement',
  home: 'Home',
  menu: 'Menu',
  sections: 'Sections',
  loading: 'Loading...',
  skip: 'Skip to content',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  retry: 'Retry',
  tryAgain: 'Try Again',
  pleaseTryAgain: 'Please try again.',
  invalidInput: 'Invalid input',
  somethingWrong: 'Something went wrong',
  somethingWrongHelp: 'This part couldn’t be displayed. Select Try Again to reload the page.',
  partNotLoaded: 'This part couldn’t be loaded. Check your connection, then select Try Again.',
  notLoaded: 'Not loaded yet',
  notLoadedHelp: 'You’re offline. This will load automatically when you’re back online.',
  notOpened:
    'This page couldn’t be opened. Check your connection and try again, or reload the page.',
  toLightTheme: 'Switch to light theme',
  toDarkTheme: 'Switch to dark theme',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  /** Password rules, worded like the specification's errors (§5). */
  passwordRules: {
    account:
      'At least 8 characters, with uppercase, lowercase, number, and special character (@$!%*?&).',
    change: 'At least 6 characters.',
    rdp: 'At least 4 characters. It cannot start with "#".',
  },
  copy: (what: string) => `Copy ${what}`,
  copied: (what: string) => `${what} copied`,
  copyFailed: 'Copy failed',
  copyFailedHelp: 'Select the text and copy it manually.',
  previous: 'Previous',
  next: 'Next',
  pagesOf: (table: string) => `Pages of ${table}`,
  page: (n: number) => `Page ${n}`,
  showing: (from: string, to: string, total: string) =>
    `Showing ${from} to ${to} of ${total} entries`,
  notifications: (hotkey: string) => `Notifications (${hotkey})`,
  ago: {
    justNow: 'Just now',
    minutes: (n: number) => some(n, 'minute'),
    hours: (n: number) => some(n, 'hour'),
    days: (n: number) => some(n, 'day'),
  },
  units: {
    hours: (n: number) => `${n} h`,
    minutes: (n: number) => `${n} min`,
    seconds: (n: number | string) => `${n} s`,
  },
  separators: { group: ',', decimal: '.' },
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  written: (done: string, total: string) => `${done} of ${total}`,
  device: {
    on: (browser: string, system: string) => `${browser} on ${system}`,
    unknown: 'Unknown device',
  },
  actions: 'Actions',
  correlationId: 'Error reference',
  offline: 'You’re offline. This page may be out of date; it will refresh when you’re back online.',
  notFound: 'Not found',
  opensNewWindow: '(opens in a new window)',
});
