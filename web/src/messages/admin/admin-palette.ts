import { defineMessages } from '@/messages/i18n.js';

/** Command palette of the admin area (Ctrl-K). */
export const adminPaletteMessages = defineMessages('adminPalette', {
  title: 'Go to',
  label: 'User, email, address, payment reference or section',
  help: 'Arrow keys choose, Enter opens, Escape closes. A payment is found by its whole reference.',
  results: 'Results',
  groups: { sections: 'Sections', users: 'Users', installs: 'Installs', topups: 'Top-ups' },
  searching: 'Searching...',
  nothing: 'Nothing found',
  found: (count: number) => `${count} found`,
  failed: 'Some of it could not be searched now. Please try again.',
  noEmail: 'no email address',
});
