import type { AdminVoucher, VoucherFilter } from '@casement/proto/http/billing/vouchers.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleOff, Plus, TicketPercent } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { ExportButton } from '@/components/ui/table/export-button.js';
import { emptyTable, TableFilters } from '@/components/ui/table/table-filters.js';
import { csvTime, type CsvColumn } from '@/lib/csv/csv.js';
import { formatDay, formatFigure } from '@/lib/format/format.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { useFilters } from '@/lib/navigation/use-filters.js';
import { useFailureToast, withToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { adminVoucherMessages } from '@/messages/admin/billing/vouchers.js';
import { exportVouchers, useUpdateVoucher, vouchersQuery } from './api.js';

const CreateDialog = lazyDialog(() => import('./create-dialog.js'));
const UsesDialog = lazyDialog(() => import('./uses-dialog.js'));

/** Vouchers, newest first. */
export default function Vouchers() {
  const m = t(adminVoucherMessages);
  const { sections, loadFailed } = t(adminMessages);
  const table = useFilters<{ status: VoucherFilter }>('vouchers', { status: 'all' });
  const query = useQuery(vouchersQuery(table.filter));
  const creating = useHistoryDialog('create-vouchers');
  const uses = useHistoryDialog<Pick<AdminVoucher, 'id' | 'code'>>('voucher-uses');
  const update = useUpdateVoucher();
  useFailureToast(query, loadFailed);

  const toggle = ({ id, enabled }: AdminVoucher) =>
    withToast(update.mutateAsync({ id, enabled: !enabled }), {
      done: () => ({ title: enabled ? m.changed.off : m.changed.on }),
      failed: m.changeFailed,
    });
  const valueOf = ({ percentage, quota }: AdminVoucher) =>
    quota === null ? m.discountOf(formatFigure(percentage ?? 0)) : m.quotaOf(formatFigure(quota));
  const usesOf = ({ id, code, uses: used, max_uses }: AdminVoucher) => (
    <button
      type="button"
      className="link num"
      aria-label={m.showUses(code)}
      onClick={() => uses.open({ id, code })}
    >
      {max_uses === null
        ? formatFigure(used)
        : m.usesOf(formatFigure(used), formatFigure(max_uses))}
    </button>
  );
  const columns: Column<AdminVoucher>[] = [
    { head: m.code, className: 'mono font-[500]', cell: ({ code }) => code, list: 'title' },
    {
      head: m.label,
      className: 'w-full max-w-0 truncate',
      cell: ({ label }) => <span title={label}>{label || '–'}</span>,
      list: 2,
      listCell: ({ label }) => label,
    },
    { head: m.value, cell: valueOf, list: 1 },
    { head: m.uses, cell: usesOf, list: 1 },
    {
      head: m.validUntil,
      className: 'num',
      cell: ({ valid_until }) => (valid_until ? formatDay(valid_until) : '–'),
    },
    {
      head: m.status,
      cell: ({ enabled }) => (
        <Badge tone={enabled ? 'success' : 'neutral'} icon={enabled ? CircleCheck : CircleOff}>
          {enabled ? m.enabled : m.disabled}
        </Badge>
      ),
      list: 'aside',
    },
  ];
  return (
    <>
      <SectionHead title={sections.vouchers}>
        <Button
          variant="primary"
          size="sm"
          aria-haspopup="dialog"
          onClick={() => creating.open(true)}
        >
          <Plus className="ic ic-sm" />
          {m.create}
        </Button>
      </SectionHead>
      <p className="text-muted-foreground mb-4">{m.lead}</p>
      <DataTable
        label={sections.vouchers}
        source={query}
        onPage={table.onPage}
        toolbar={
          <>
            <TableFilters
              table={table}
              search={m.search}
              status={{
                label: m.filter,
                all: m.all,
                options: [
                  ['enabled', m.enabled],
                  ['disabled', m.disabled],
                ],
              }}
            />
            <ExportButton
              file="vouchers"
              load={exportVouchers(table.filter)}
              columns={voucherColumns()}
            />
          </>
        }
        columns={columns}
        rowKey={({ id }) => id}
        actions={(voucher) => (
          <Button
            size="sm"
            aria-label={(voucher.enabled ? m.disableOf : m.enableOf)(voucher.code)}
            disabled={update.isPending && update.variables.id === voucher.id}
            onClick={() => void toggle(voucher)}
          >
            {voucher.enabled ? m.disable : m.enable}
          </Button>
        )}
        empty={emptyTable(TicketPercent, table.narrowed, m)}
        failed={loadFailed}
      />
      {creating.of && <CreateDialog onClose={creating.close} />}
      {uses.of && <UsesDialog voucher={uses.of} onClose={uses.close} />}
    </>
  );
}

function voucherColumns(): CsvColumn<AdminVoucher>[] {
  const m = t(adminVoucherMessages);
  return [
    [m.code, ({ code }) => code],
    [m.label, ({ label }) => label],
    [m.form.percentage, ({ percentage }) => percentage],
    [m.form.quota, ({ quota }) => quota],
    [m.uses, ({ uses }) => uses],
    [m.form.maxUses, ({ max_uses }) => max_uses],
    [m.perUser, ({ max_uses_per_user }) => max_uses_per_user],
    [m.minQuantity, ({ min_quantity }) => min_quantity],
    [m.validFrom, ({ valid_from }) => valid_from],
    [m.validUntil, ({ valid_until }) => valid_until],
    [m.status, ({ enabled }) => (enabled ? m.enabled : m.disabled)],
    [m.created, ({ created_at }) => csvTime(created_at)],
  ];
}
