import { defineMessages } from '@/messages/i18n.js';

export const accountMenuMessages = defineMessages('accountMenu', {
  open: (username: string) => `Account menu of ${username}`,
  settings: 'Settings',
  timeZone: 'Time zone',
  signOut: 'Sign out',
  languageFailed: 'Language not saved',
});
