import { defineMessages } from '@/lib/messages.js';

const some = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'} ago`;

export const commonMessages = defineMessages('common', {
  product: 'Casement',
  home: 'Home',
  menu: 'Menu',
  sections: 'Sections',
  loading: 'Loading...',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  retry: 'Retry',
  tryAgain: 'Try Again',
  pleaseTryAgain: 'Please try again.',
  invalidInput: 'Invalid input',
  somethingWrong: 'Something went wrong',
  somethingWrongHelp: 'This could not be shown. Try Again loads the page anew.',
  notOpened:
    'This could not be opened. Check your connection and try again, or load the page anew.',
  toLightTheme: 'Use the light theme',
  toDarkTheme: 'Use the dark theme',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  copy: (what: string) => `Copy ${what}`,
  copied: (what: string) => `${what} copied`,
  copyFailed: 'Copy failed',
  copyFailedHelp: 'Select the text and copy it by hand.',
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
  actions: 'Actions',
  correlationId: 'Reference of this error',
  offline:
    'You are offline. What you see may be out of date; it is loaded again when you are back.',
  notFound: 'Not found',
  opensNewWindow: '(opens in a new window)',
});
