import type { BatchSummary } from '@casement/proto/http/install/batches/batches.js';
import { useQuery } from '@tanstack/react-query';
import { Plus, Server } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryPage } from '@/lib/navigation/history-state.js';
import { batchesMessages } from '@/messages/install/batches.js';
import { batchesQuery } from './api.js';
import { BATCH_STATUS_STYLES } from './status-styles.js';

export function BatchList({
  onCreate,
  onOpen,
}: {
  onCreate: () => void;
  onOpen: (id: string) => void;
}) {
  const m = t(batchesMessages);
  const [page, setPage] = useHistoryPage('batches');
  const source = useQuery(batchesQuery(page));
  const create = (
    <Button variant="primary" size="sm" onClick={onCreate}>
      <Plus className="ic ic-sm" />
      {m.create}
    </Button>
  );
  const state = ({ status }: BatchSummary) => (
    <Badge {...BATCH_STATUS_STYLES[status]}>{m.states[status]}</Badge>
  );
  const result = ({ counts, size }: BatchSummary) => m.resultOf(counts.completed, size);
  const columns: Column<BatchSummary>[] = [
    {
      head: m.created,
      className: 'w-full',
      cell: ({ created_at }) => formatDateTime(created_at),
      list: 'title',
    },
    { head: m.machines, right: true, cell: ({ size }) => size },
    { head: m.status, cell: state, list: 'aside' },
    { head: m.result, className: 'text-muted-foreground', cell: result, list: 1 },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 mb-4">
        <p className="text-sm text-muted-foreground flex-1 min-w-[200px]">{m.lead}</p>
        {create}
      </div>
      <DataTable
        label={m.title}
        source={source}
        onPage={setPage}
        columns={columns}
        rowKey={({ id }) => id}
        actions={({ id, created_at }) => (
          <Button
            size="sm"
            aria-label={m.openOf(formatDateTime(created_at))}
            onClick={() => onOpen(id)}
          >
            {m.open}
          </Button>
        )}
        empty={{ icon: Server, title: m.empty, help: m.emptyHelp }}
        failed={m.loadFailed}
        loading={m.loading}
      />
    </>
  );
}
