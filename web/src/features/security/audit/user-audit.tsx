import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Info, ScrollText } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Select } from '@/components/ui/form/select-field.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useRowDialog } from '@/lib/navigation/history-state.js';
import { useFilters } from '@/lib/navigation/use-filters.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';
import { userPageMessages } from '@/messages/admin/users/user-page.js';
import { AuditSentence } from './audit-sentence.js';
import { NamesUnavailable } from './names-unavailable.js';
import { securityKey } from '../security-key.js';

const EntryDialog = lazyDialog(() => import('./audit-entry-dialog.js'));

/** Actions on a user's account or by the user, newest first. */
export function UserAudit({ userId }: { userId: string }) {
  const { audit: m } = t(securityToolsMessages);
  const { audit: own } = t(userPageMessages);
  const filters = useFilters<{ side: 'to' | 'by' }>('user-audit', { side: 'to' });
  const { page, side } = filters.filter;
  const asked = { page, ...(side === 'to' ? { target: `user:${userId}` } : { actor: userId }) };
  const query = useQuery({
    queryKey: [...securityKey, 'audit', asked],
    queryFn: ({ signal }) => callPage(securityRoutes.auditLog, { query: pageQuery(asked), signal }),
    placeholderData: keepPreviousData,
  });
  useFailureToast(query, m.loadFailed);
  const viewing = useRowDialog('entry', query.data?.items);

  const columns: Column<AuditEntry>[] = [
    {
      head: m.time,
      className: 'text-muted-foreground num',
      cell: ({ createdAt }) => formatDateTime(createdAt),
      list: 2,
    },
    {
      head: m.what,
      className: 'w-full whitespace-normal! py-1.5!',
      cell: (entry) => <AuditSentence entry={entry} />,
      list: 'title',
      listCell: (entry) => (
        <span className="whitespace-normal!">
          <AuditSentence entry={entry} />
        </span>
      ),
    },
    { head: m.from, className: 'mono', cell: ({ ip }) => ip || '–' },
  ];
  return (
    <>
      <NamesUnavailable query={query} />
      <DataTable
        label={own.title}
        source={query}
        onPage={filters.onPage}
        toolbar={
          <Select
            small
            className="w-auto! max-sm:w-full!"
            aria-label={own.side}
            options={Object.entries(own.sides)}
            value={side}
            onChange={({ target }) => filters.onFilter({ side: target.value as typeof side })}
          />
        }
        columns={columns}
        rowKey={({ id }) => id}
        actions={(entry) => (
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label={m.viewOf(entry.action, entry.target)}
            title={m.view}
            onClick={() => viewing.open(entry)}
          >
            <Info className="ic ic-sm" />
          </Button>
        )}
        empty={{ icon: ScrollText, title: own.empty, help: own.emptyHelp }}
        failed={m.loadFailed}
      />
      {viewing.row && <EntryDialog entry={viewing.row} onClose={viewing.close} />}
    </>
  );
}
