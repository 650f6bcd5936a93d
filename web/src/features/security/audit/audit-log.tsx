import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import { useQuery } from '@tanstack/react-query';
import { Info, ScrollText } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { DayField } from '@/components/ui/form/day-field.js';
import { SearchField } from '@/components/ui/form/search-field.js';
import { Select } from '@/components/ui/form/select-field.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { emptyTable } from '@/components/ui/table/table-filters.js';
import { ExportButton } from '@/components/ui/table/export-button.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useRowDialog } from '@/lib/navigation/history-state.js';
import { useFilters } from '@/lib/navigation/use-filters.js';
import { useSession } from '@/lib/session/session.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { RefreshButton } from '../refresh-button.js';
import { auditQuery, exportAudit } from './api.js';
import { auditColumns } from './audit-columns.js';
import { actorOf } from './audit-facts.js';
import { AuditSentence } from './audit-sentence.js';
import { NamesUnavailable } from './names-unavailable.js';
import { PersonFilter } from './person-filter.js';

const EntryDialog = lazyDialog(() => import('./audit-entry-dialog.js'));

const INITIAL_FILTER = { action: 'all', actor: '', actorName: '', from: '', to: '' };

/** All administrative actions, newest first, with actor, target and address. Read-only. */
export default function AuditLog() {
  const title = t(adminMessages).sections['security-audit'];
  const { audit: m } = t(securityToolsMessages);
  const me = useSession().user?.id;
  const filters = useFilters('audit', INITIAL_FILTER);
  const { page, search: target, action, actor, actorName, from, to } = filters.filter;
  const filter = { page, target, action, actor, from, to };
  const query = useQuery(auditQuery(filter));
  useFailureToast(query, m.loadFailed);
  const viewing = useRowDialog('entry', query.data?.items);

  const columns: Column<AuditEntry>[] = [
    {
      head: m.time,
      className: 'text-muted-foreground',
      cell: ({ createdAt }) => formatDateTime(createdAt),
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
    {
      head: m.actor,
      cell: (entry) => actorOf(entry, me),
      list: 2,
      listCell: (entry) => `${actorOf(entry, me)} · ${formatDateTime(entry.createdAt)}`,
    },
    { head: m.from, className: 'mono', cell: ({ ip }) => ip || '–' },
  ];
  return (
    <>
      <SectionHead title={title}>
        <ExportButton file="audit-log" load={exportAudit(filter)} columns={auditColumns()} />
        <RefreshButton label={t(securityMessages).refresh} />
      </SectionHead>
      <NamesUnavailable query={query} />
      <DataTable
        label={title}
        source={query}
        onPage={filters.onPage}
        toolbar={
          <>
            <SearchField
              label={m.searchTarget}
              value={filters.typed}
              onValueChange={filters.onTyped}
            />
            <Select
              small
              className="w-auto! max-sm:w-full!"
              aria-label={m.actions}
              options={[['all', m.allActions], ...Object.entries(m.kinds)]}
              value={action}
              onChange={(event) => filters.onFilter({ action: event.target.value })}
            />
            <PersonFilter
              label={m.person}
              person={{ id: actor, name: actorName }}
              onPerson={({ id, name }) => filters.onFilter({ actor: id, actorName: name })}
            />
            <DayField
              label={m.firstDay}
              value={from}
              max={to}
              onValueChange={(day) => filters.onFilter({ from: day })}
            />
            <DayField
              label={m.lastDay}
              value={to}
              min={from}
              onValueChange={(day) => filters.onFilter({ to: day })}
            />
          </>
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
        empty={emptyTable(ScrollText, filters.narrowed, m)}
        failed={m.loadFailed}
      />
      {viewing.row && <EntryDialog entry={viewing.row} onClose={viewing.close} />}
    </>
  );
}
