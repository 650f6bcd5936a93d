import { defineMessages } from '@/messages/i18n.js';

/** Administration of the announcements. */
export const adminAnnouncementMessages = defineMessages('adminAnnouncement', {
  lead: 'A banner for everyone who is signed in, shown between the times below.',
  add: 'New announcement',
  editTitle: 'Edit announcement',
  edit: 'Edit',
  editOf: (text: string) => `Edit “${text}”`,
  removeOf: (text: string) => `Delete “${text}”`,
  confirmRemove: 'Delete this announcement?',
  kind: 'Kind',
  text: 'Text',
  textEn: 'Text in English',
  textId: 'Text in Indonesian',
  textHelp: 'Plain text, up to 500 characters.',
  from: 'From (Asia/Jakarta)',
  until: 'Until (Asia/Jakarta)',
  state: 'State',
  states: { current: 'Shown now', future: 'Scheduled', past: 'Ended' },
  save: 'Save',
  saved: 'Announcement saved',
  removed: 'Announcement deleted',
  saveFailed: 'Announcement not saved',
  removeFailed: 'Delete failed',
  empty: 'No announcements',
  emptyHelp: 'Announce maintenance before it begins, so that nobody is surprised.',
});
