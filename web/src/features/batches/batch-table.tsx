import { addressText } from '@casement/proto/http/install/address-text.js';
import type {
  Batch,
  BatchRow,
  BatchRowStatus,
} from '@casement/proto/http/install/batches/batches.js';
import { Server } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { Select } from '@/components/ui/form/select-field.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { formatDateTime, NO_VALUE } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { batchesMessages } from '@/messages/install/batches.js';
import { installMessages } from '@/messages/install/install.js';
import { failureOf, hasProblem, ROW_STATUS_STYLES, stateOf } from './status-styles.js';

export type RowFilter = BatchRowStatus | 'all' | 'problems';

const LOADED = { isError: false, error: null, refetch: () => undefined };

const isShown = (filter: RowFilter) => (row: BatchRow) =>
  filter === 'all' || (filter === 'problems' ? hasProblem(row) : row.status === filter);

const timeOf = (instant: string | null) => (instant ? formatDateTime(instant) : NO_VALUE);

export function BatchTable({
  batch,
  filter,
  onFilter,
  onOpen,
}: {
  batch: Batch;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  onOpen: (row: number) => void;
}) {
  const m = t(batchesMessages);
  const { history } = t(installMessages);
  const rows = batch.rows.filter(isShown(filter));
  const { source, onPage } = useLocalPage(`batch-rows:${filter}`, { data: rows, ...LOADED });
  const state = (row: BatchRow) => <Badge {...ROW_STATUS_STYLES[row.status]}>{stateOf(row)}</Badge>;
  const why = (row: BatchRow) => failureOf(row)?.message ?? '';
  const columns: Column<BatchRow>[] = [
    { head: m.form.row, cell: ({ row }) => row },
    {
      head: history.ip,
      className: 'mono font-[500]',
      cell: ({ ip, ssh_port }) => addressText(ip, ssh_port),
      list: 'title',
      listCell: ({ row, ip, ssh_port }) => `${row} · ${addressText(ip, ssh_port)}`,
    },
    { head: m.status, cell: state, list: 'aside' },
    {
      head: m.why,
      className: 'w-full max-w-0 truncate',
      cell: (row) => <span title={why(row)}>{why(row)}</span>,
      list: 1,
      listCell: why,
    },
    {
      head: m.began,
      className: 'text-muted-foreground',
      cell: ({ started_at }) => timeOf(started_at),
    },
    {
      head: m.ended,
      className: 'text-muted-foreground',
      cell: ({ finished_at }) => timeOf(finished_at),
    },
  ];
  const states = Object.entries(m.rowStates) as [BatchRowStatus, string][];
  const options: [RowFilter, string][] = [
    ['all', `${m.everything} (${batch.size})`],
    ['problems', `${m.problemsOnly} (${batch.rows.filter(hasProblem).length})`],
    ...states
      .filter(([status]) => batch.counts[status] > 0)
      .map(([status, name]): [RowFilter, string] => [status, `${name} (${batch.counts[status]})`]),
  ];
  return (
    <DataTable
      label={m.table}
      source={source}
      onPage={onPage}
      columns={columns}
      rowKey={({ row }) => String(row)}
      toolbar={
        <Select
          small
          className="w-auto! max-sm:w-full!"
          aria-label={m.filter}
          options={options}
          value={filter}
          onChange={(event) => onFilter(event.target.value as RowFilter)}
        />
      }
      actions={(row) => (
        <Button
          size="sm"
          aria-label={m.detailsOf(addressText(row.ip, row.ssh_port))}
          onClick={() => onOpen(row.row)}
        >
          {m.details}
        </Button>
      )}
      empty={{ icon: Server, title: m.nothingFound, help: m.nothingFoundHelp }}
      failed={m.loadOneFailed}
      failedHelp=""
    />
  );
}
