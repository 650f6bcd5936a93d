import { defineMessages } from '@/messages/i18n.js';

/** Date field with a calendar. */
export const dayFieldMessages = defineMessages('dayField', {
  format: 'YYYY-MM-DD',
  formatWithTime: 'YYYY-MM-DD HH:MM',
  choose: (label: string) => `Choose a date: ${label}`,
  previous: 'Previous month',
  next: 'Next month',
  clear: 'Clear',
  today: 'Today',
});
