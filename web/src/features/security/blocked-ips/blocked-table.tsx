import type { BlockedIp } from '@casement/proto/http/security/blocks.js';
import { Ban } from 'lucide-react';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { DataTable, type Column, type TableSource } from '@/components/ui/table/data-table.js';
import { emptyTable } from '@/components/ui/table/table-filters.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import type { Filters } from '@/lib/navigation/use-filters.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { Checkbox } from '@/components/ui/form/checkbox.js';
import { blockReason } from '../reasons.js';
import type { BlockFilter } from './api.js';
import { BlockStatusBadge, BlockTypeName } from '../block-badges.js';
import { BlockedActions } from './blocked-actions.js';
import { BlockedFilters } from './blocked-filters.js';
import type { Selection } from './use-selection.js';

const IpDetailsDialog = lazyDialog(() => import('../ip-details/ip-details-dialog.js'));

/** All current and former blocks, newest first. Active blocks can be selected (SPEC §2). */
export function BlockedTable({
  label,
  source,
  filters,
  selection,
}: {
  label: string;
  source: TableSource<BlockedIp>;
  filters: Filters<BlockFilter>;
  selection: Selection;
}) {
  const { blocked: m, ip: ipHead } = t(securityMessages);
  const details = useHistoryDialog<string>('ip');
  const { chosen, choosable, has, toggle, toggleAll } = selection;

  const all = (className?: string) => (
    <Checkbox
      className={className}
      label={m.selectAll}
      checked={choosable.length > 0 && chosen.length === choosable.length}
      partly={chosen.length > 0 && chosen.length < choosable.length}
      disabled={choosable.length === 0}
      onChange={toggleAll}
    />
  );
  const rowCheckbox = (block: BlockedIp, className?: string) =>
    block.status === 'active' && (
      <Checkbox
        className={className}
        label={m.selectOf(block.ip)}
        checked={has(block)}
        onChange={() => toggle(block)}
      />
    );

  const columns: Column<BlockedIp>[] = [
    { head: m.select, headCell: all('-m-1.5'), cell: (block) => rowCheckbox(block, '-m-1.5') },
    {
      head: ipHead,
      className: 'mono font-[500]',
      cell: ({ ip }) => ip,
      list: 'title',
      listCell: (block) => (
        <span className="flex items-center gap-1">
          {rowCheckbox(block)}
          <span className="truncate">{block.ip}</span>
        </span>
      ),
    },
    { head: m.type, cell: ({ block_type }) => <BlockTypeName type={block_type} />, list: 2 },
    {
      head: m.reason,
      className: 'w-full min-w-24 whitespace-normal! wrap-anywhere py-1.5!',
      cell: (block) =>
        block.reason ? (
          blockReason(block)
        ) : (
          <span className="text-muted-foreground">{m.noReason}</span>
        ),
      list: 1,
      listCell: (block) =>
        block.reason && <span className="text-foreground">{blockReason(block)}</span>,
    },
    {
      head: m.blockedAt,
      className: 'text-muted-foreground whitespace-normal min-w-28',
      cell: ({ blocked_at }) => formatDateTime(blocked_at),
      list: 3,
    },
    {
      head: m.expires,
      className: 'text-muted-foreground whitespace-normal min-w-28',
      cell: expiryOf,
      list: 4,
      listCell: (block) => (block.expires_at ? `${m.expires} ${expiryOf(block)}` : m.permanent),
    },
    { head: m.status, cell: ({ status }) => <BlockStatusBadge status={status} />, list: 'aside' },
  ];
  return (
    <>
      <DataTable
        label={label}
        source={source}
        onPage={filters.onPage}
        toolbar={
          <>
            <BlockedFilters filters={filters} />
            {/* Narrow screens have no table header. */}
            <span className="lg:hidden basis-full flex items-center gap-1 text-sm text-muted-foreground">
              {all()}
              <span aria-hidden>{m.selectAll}</span>
            </span>
          </>
        }
        columns={columns}
        rowKey={({ id }) => id}
        actions={(block) => (
          <BlockedActions block={block} onDetails={() => details.open(block.ip)} />
        )}
        empty={emptyTable(Ban, filters.narrowed, m)}
        failed={m.loadFailed}
      />
      {details.of && <IpDetailsDialog ip={details.of} onClose={details.close} />}
    </>
  );
}

const expiryOf = ({ expires_at }: BlockedIp) =>
  expires_at ? formatDateTime(expires_at) : t(securityMessages).blocked.permanent;
