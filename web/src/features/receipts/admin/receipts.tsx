import type { Receipt as IssuedReceipt } from '@casement/proto/http/billing/receipts.js';
import { useQuery } from '@tanstack/react-query';
import { FileArchive, Receipt, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { FactList, type Fact } from '@/components/ui/fact-list.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { Select } from '@/components/ui/form/select-field.js';
import { Note } from '@/components/ui/note.js';
import { Panel } from '@/components/ui/panel.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { ExportButton } from '@/components/ui/table/export-button.js';
import { formatDateTime, formatFigure, formatRupiah } from '@/lib/format/format.js';
import {
  useHistoryDialog,
  useHistoryPage,
  useHistoryState,
} from '@/lib/navigation/history-state.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { receiptMessages } from '@/messages/receipts.js';
import { exportMonth, monthQuery, settingsQuery, useMonthArchive } from '../api.js';
import { newestMonths, monthName } from '@/lib/format/months.js';
import { receiptColumns } from './receipt-columns.js';

const SettingsDialog = lazyDialog(() => import('./settings-dialog.js'));

/** Settings of receipts, and the receipts of a month with their export. */
export default function Receipts() {
  const { admin: m } = t(receiptMessages);
  const { sections } = t(adminMessages);
  return (
    <>
      <SectionHead title={sections.receipts} />
      <p className="text-muted-foreground mb-4">{m.lead}</p>
      <Settings />
      <Month />
    </>
  );
}

function Settings() {
  const { admin: m, taxId } = t(receiptMessages);
  const { loadFailed } = t(adminMessages);
  const query = useQuery(settingsQuery);
  const { data: settings } = query;
  const dialog = useHistoryDialog('receipt-settings');
  if (!settings) return <QueryFallback query={query} title={loadFailed} rows={3} />;
  const { tax_label, tax_rate, tax_base_factor } = settings;
  const tax = tax_label
    ? `${tax_label} ${formatFigure(tax_rate ?? 0)} % × ${tax_base_factor}`
    : m.noTax;
  const facts: Fact[] = [
    [m.sellerName, settings.seller_name],
    [m.sellerAddress, settings.seller_address],
    [taxId, settings.seller_tax_id],
    [m.prefix, settings.receipt_prefix],
    [m.creditNotePrefix, settings.credit_note_prefix],
    [m.taxAmount, tax],
  ];
  return (
    <Panel
      className="mb-5 max-w-[640px]"
      title={m.settings}
      aside={
        <Button size="sm" aria-haspopup="dialog" onClick={() => dialog.open(true)}>
          {m.edit}
        </Button>
      }
    >
      <div className="p-4 grid gap-4">
        {!settings.seller_name && (
          <Note tone="warning" icon={TriangleAlert}>
            {m.off}
          </Note>
        )}
        <FactList className="whitespace-pre-line" facts={facts} />
      </div>
      {dialog.of && <SettingsDialog settings={settings} onClose={dialog.close} />}
    </Panel>
  );
}

function Month() {
  const { admin: m, titles, buyer, totals } = t(receiptMessages);
  const { loadFailed, sections } = t(adminMessages);
  const months = newestMonths(Date.now());
  const [month, setMonth] = useHistoryState('receipts-month', months[0] ?? '');
  const [page, setPage] = useHistoryPage('receipts');
  const query = useQuery(monthQuery(month, page));
  const archive = useMonthArchive(month);
  useFailureToast(query, loadFailed);

  const columns: Column<IssuedReceipt>[] = [
    { head: m.number, className: 'mono font-[500]', cell: ({ number }) => number, list: 'title' },
    { head: m.kind, cell: ({ kind }) => titles[kind], list: 'aside' },
    {
      head: m.issued,
      className: 'num',
      cell: ({ issued_at }) => formatDateTime(issued_at),
      list: 2,
    },
    {
      head: buyer,
      className: 'w-full max-w-0 truncate',
      cell: ({ buyer: of }) => <span title={of?.name}>{of?.name || '–'}</span>,
      list: 1,
      listCell: ({ buyer: of }) => of?.name,
    },
    {
      head: m.taxAmount,
      right: true,
      cell: ({ tax }) => (tax ? formatRupiah(tax.amount) : '–'),
    },
    {
      head: totals.receipt,
      right: true,
      cell: ({ paid_amount }) => formatRupiah(paid_amount),
      list: 1,
    },
  ];
  return (
    <DataTable
      label={sections.receipts}
      source={query}
      onPage={setPage}
      toolbar={
        <>
          <Select
            small
            className="w-auto! max-sm:w-full!"
            aria-label={m.month}
            options={months.map((one): [string, string] => [one, monthName(one)])}
            value={month}
            onChange={({ target }) => {
              setMonth(target.value);
              setPage(1);
            }}
          />
          <ExportButton
            file={`receipts-${month}`}
            load={exportMonth(month)}
            columns={receiptColumns()}
          />
          <Button size="sm" busy={archive.isPending} onClick={() => archive.mutate()}>
            <FileArchive className="ic ic-sm" />
            {m.zip}
          </Button>
        </>
      }
      columns={columns}
      rowKey={({ number }) => number}
      empty={{ icon: Receipt, title: m.empty, help: m.emptyHelp }}
      failed={loadFailed}
    />
  );
}
