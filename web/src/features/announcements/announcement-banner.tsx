import { useQuery } from '@tanstack/react-query';
import { Construction, Megaphone } from 'lucide-react';
import { Note } from '@/components/ui/note.js';
import { formatDateTime } from '@/lib/format/format.js';
import { currentLanguage, t } from '@/messages/i18n.js';
import { announcementMessages } from '@/messages/announcements.js';
import { announcementsQuery } from './api.js';

/** Announcements in force, above every section. Hidden if they fail to load. */
export default function AnnouncementBanner() {
  const m = t(announcementMessages);
  const { data = [] } = useQuery(announcementsQuery);
  return data.map(({ id, kind, text_en, text_id, ends_at }) => (
    <Note
      key={id}
      tone={kind === 'maintenance' ? 'warning' : 'info'}
      icon={kind === 'maintenance' ? Construction : Megaphone}
      className="mb-5"
    >
      <span className="block wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
        <b className="font-[580]">{m.kinds[kind]}:</b>{' '}
        {currentLanguage() === 'id' ? text_id : text_en}
      </span>
      <span className="block text-sm num">{m.until(formatDateTime(ends_at))}</span>
    </Note>
  ));
}
