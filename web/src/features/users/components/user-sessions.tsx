import type { UserSession } from '@casement/proto/http/auth/account.js';
import { useQuery } from '@tanstack/react-query';
import { Laptop } from 'lucide-react';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { formatDateTime } from '@/lib/format/format.js';
import { deviceText } from '@/lib/format/device-text.js';
import { t } from '@/messages/i18n.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { userPageMessages } from '@/messages/admin/users/user-page.js';
import { userSessionsQuery } from '../api.js';

export function UserSessions({ userId }: { userId: string }) {
  const { sessions: m } = t(userPageMessages);
  const query = useQuery(userSessionsQuery(userId));
  useFailureToast(query, m.loadFailed);
  const { source, onPage } = useLocalPage('sessions', query);
  const addressOf = ({ address }: UserSession) => address ?? '–';
  const seen = ({ last_seen_at }: UserSession) => formatDateTime(last_seen_at);

  const columns: Column<UserSession>[] = [
    {
      head: m.device,
      className: 'font-[560] w-full',
      cell: ({ device }) => deviceText(device),
      list: 'title',
    },
    { head: m.address, className: 'mono', cell: addressOf, list: 1 },
    { head: m.since, className: 'num', cell: ({ created_at }) => formatDateTime(created_at) },
    {
      head: m.lastSeen,
      className: 'num',
      cell: seen,
      list: 2,
      listCell: (session) => `${m.lastSeen}: ${seen(session)}`,
    },
  ];
  return (
    <DataTable
      label={m.title}
      source={source}
      onPage={onPage}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ icon: Laptop, title: m.empty, help: m.emptyHelp }}
      failed={m.loadFailed}
    />
  );
}
