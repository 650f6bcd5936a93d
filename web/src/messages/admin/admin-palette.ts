import { defineMessages } from '@/messages/i18n.js';

/** Command palette of the admin area (Ctrl-K). */
export const adminPaletteMessages = defineMessages('adminPalette', {
  title: 'Go to',
  label: 'User, email, address, payment reference or section',
  help: 'Use the arrow keys to choose, Enter to open, Escape to close. Enter the full reference to find a payment.',
  results: 'Results',
  groups: { sections: 'Sections', users: 'Users', installs: 'Installs', topups: 'Top-ups' },
  searching: 'Searching...',
  nothing: 'Nothing found',
  found: (count: number) => `${count} found`,
  failed: 'Some results couldn’t be loaded. Please try again.',
  noEmail: 'no email address',
});
