import type { Translation } from '@/messages/i18n.js';
import type { announcementMessages } from '@/messages/announcements.js';

export const announcement: Translation<typeof announcementMessages> = {
  kinds: { information: 'Informasi', maintenance: 'Pemeliharaan' },
  until: (when: string) => `Sampai ${when}`,
};
