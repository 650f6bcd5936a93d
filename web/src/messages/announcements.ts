import { defineMessages } from '@/messages/i18n.js';

/** Announcements of the administrators to all customers. */
export const announcementMessages = defineMessages('announcement', {
  kinds: { information: 'Information', maintenance: 'Maintenance' },
  until: (when: string) => `Until ${when}`,
});
