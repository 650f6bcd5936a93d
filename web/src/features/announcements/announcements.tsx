import type { Announcement } from '@casement/proto/http/telegram/announcements.js';
import { useQuery } from '@tanstack/react-query';
import { Clock, Construction, Megaphone, Plus, TimerOff, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { RowActions } from '@/components/ui/table/row-actions.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { formatDateTime } from '@/lib/format/format.js';
import { currentLanguage, t } from '@/messages/i18n.js';
import { useFailureToast, withToast } from '@/lib/toast/toast-failure.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { adminAnnouncementMessages } from '@/messages/admin/operations/announcements.js';
import { announcementMessages } from '@/messages/announcements.js';
import { allAnnouncementsQuery, useRemoveAnnouncement } from './api.js';

const AnnouncementDialog = lazyDialog(() => import('./announcement-dialog.js'));

type State = 'current' | 'future' | 'past';
const STATES: Record<State, { tone: Tone; icon: LucideIcon }> = {
  current: { tone: 'success', icon: Megaphone },
  future: { tone: 'info', icon: Clock },
  past: { tone: 'neutral', icon: TimerOff },
};

function stateOf({ starts_at, ends_at }: Announcement, now = Date.now()): State {
  if (Date.parse(ends_at) <= now) return 'past';
  return Date.parse(starts_at) > now ? 'future' : 'current';
}

const textOf = ({ text_en, text_id }: Announcement) =>
  currentLanguage() === 'id' ? text_id : text_en;

/** Announcements to all customers, latest start first. */
export default function Announcements() {
  const m = t(adminAnnouncementMessages);
  const { kinds } = t(announcementMessages);
  const { sections, loadFailed } = t(adminMessages);
  const query = useQuery(allAnnouncementsQuery);
  const { source, onPage } = useLocalPage('announcements', query);
  const [editing, setEditing] = useState<Announcement | 'new'>();
  const remove = useRemoveAnnouncement();
  useFailureToast(query, loadFailed);

  const confirmRemove = ({ id }: Announcement) => {
    if (!window.confirm(m.confirmRemove)) return;
    const done = () => ({ title: m.removed });
    void withToast(remove.mutateAsync(id), { done, failed: m.removeFailed });
  };
  const columns: Column<Announcement>[] = [
    {
      head: m.text,
      className: 'w-full whitespace-normal! wrap-anywhere py-1.5!',
      cell: textOf,
      list: 'title',
      listCell: (announcement) => (
        <span className="whitespace-normal!">{textOf(announcement)}</span>
      ),
    },
    {
      head: m.kind,
      cell: ({ kind }) => (
        <Badge tone="neutral" icon={kind === 'maintenance' ? Construction : Megaphone}>
          {kinds[kind]}
        </Badge>
      ),
      list: 1,
    },
    { head: m.from, className: 'num', cell: ({ starts_at }) => formatDateTime(starts_at), list: 2 },
    { head: m.until, className: 'num', cell: ({ ends_at }) => formatDateTime(ends_at), list: 2 },
    {
      head: m.state,
      cell: (announcement) => {
        const state = stateOf(announcement);
        return <Badge {...STATES[state]}>{m.states[state]}</Badge>;
      },
      list: 'aside',
    },
  ];
  return (
    <>
      <SectionHead title={sections.announcements}>
        <Button variant="primary" size="sm" onClick={() => setEditing('new')}>
          <Plus className="ic ic-sm" />
          {m.add}
        </Button>
      </SectionHead>
      <p className="text-muted-foreground mb-4">{m.lead}</p>
      <DataTable
        label={sections.announcements}
        source={source}
        onPage={onPage}
        columns={columns}
        rowKey={({ id }) => id}
        actions={(announcement) => (
          <RowActions
            editOf={m.editOf(textOf(announcement))}
            deleteOf={m.removeOf(textOf(announcement))}
            deleting={remove.isPending && remove.variables === announcement.id}
            onEdit={() => setEditing(announcement)}
            onDelete={() => confirmRemove(announcement)}
          />
        )}
        empty={{ icon: Megaphone, title: m.empty, help: m.emptyHelp }}
        failed={loadFailed}
      />
      {editing && (
        <AnnouncementDialog
          announcement={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}
