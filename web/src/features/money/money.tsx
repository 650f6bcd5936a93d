import type {
  MoneyDifference,
  MoneyReport,
  MoneyRow,
  OutstandingRow,
  ReconciledDay,
} from '@casement/proto/http/billing/money.js';
import { useQuery } from '@tanstack/react-query';
import { Banknote, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { Select } from '@/components/ui/form/select-field.js';
import { Note } from '@/components/ui/note.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { ExportButton } from '@/components/ui/table/export-button.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import type { CsvColumn } from '@/lib/csv/csv.js';
import { formatDateTime, formatDay, formatFigure, formatRupiah } from '@/lib/format/format.js';
import { monthName, newestMonths } from '@/lib/format/months.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { t } from '@/messages/i18n.js';
import { adminMoneyMessages } from '@/messages/admin/billing/admin-money.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { moneyQuery } from './api.js';

/** Money of a month, with the differences to the payment providers on top. */
export function Money({ onTopup }: { onTopup: (reference: string) => void }) {
  const m = t(adminMoneyMessages);
  const { sections, loadFailed } = t(adminMessages);
  const months = newestMonths(Date.now());
  const [month, setMonth] = useHistoryState('money-month', months[0] ?? '');
  const query = useQuery(moneyQuery(month));
  const report = query.data;
  return (
    <>
      <SectionHead title={sections.money} />
      <p className="text-muted-foreground mb-4">{m.lead}</p>
      {report ? (
        <Report
          report={report}
          month={month}
          onTopup={onTopup}
          toolbar={
            <Select
              small
              className="w-auto! max-sm:w-full!"
              aria-label={m.month}
              value={month}
              options={months.map((one) => [one, monthName(one)])}
              onChange={(event) => setMonth(event.target.value)}
            />
          }
        />
      ) : (
        <QueryFallback query={query} title={loadFailed} rows={8} />
      )}
    </>
  );
}

function Report({
  report,
  month,
  toolbar,
  onTopup,
}: {
  report: MoneyReport;
  month: string;
  toolbar: ReactNode;
  onTopup: (reference: string) => void;
}) {
  const m = t(adminMoneyMessages);
  const { differences, rows, outstanding, days } = report;
  return (
    <div className="grid gap-6">
      {differences.length > 0 && (
        <div>
          <Note tone="warning" icon={TriangleAlert} className="mb-3">
            <h2 className="font-[600]">{m.differences}</h2>
            <p>{m.differencesLead}</p>
          </Note>
          <List
            name="differences"
            label={m.differences}
            rows={differences}
            columns={differenceColumns(onTopup)}
            rowKey={({ id }) => id}
          />
        </div>
      )}
      <List
        name="revenue"
        label={m.revenue}
        rows={withTotal(rows)}
        columns={revenueColumns()}
        rowKey={({ method, product }) => `${method} ${product}`}
        empty={[m.empty, m.emptyHelp]}
        toolbar={
          <>
            {toolbar}
            <ExportButton
              file={`money-${month}`}
              load={() => Promise.resolve(onePage(rows))}
              columns={csvColumns()}
            />
          </>
        }
      />
      <List
        name="outstanding"
        label={m.outstanding}
        rows={outstanding}
        columns={outstandingColumns()}
        rowKey={({ method }) => method}
        empty={[m.noneOutstanding, m.noneOutstandingHelp]}
        toolbar={<h2 className="font-[600] text-sm">{m.outstanding}</h2>}
      />
      {days.length > 0 && (
        <div>
          <List
            name="days"
            label={m.days}
            rows={days}
            columns={dayColumns()}
            rowKey={({ day }) => day}
            toolbar={<h2 className="font-[600] text-sm">{m.days}</h2>}
          />
          <p className="help mt-2">{m.uncheckedHelp}</p>
        </div>
      )}
    </div>
  );
}

function List<T>({
  name,
  rows,
  empty = ['', ''],
  ...table
}: {
  name: string;
  label: string;
  rows: T[];
  columns: Column<T>[];
  rowKey: (row: T) => string;
  toolbar?: ReactNode;
  /** Title and help. */
  empty?: [string, string];
}) {
  const loaded = { data: rows, isError: false, error: null, refetch: () => undefined };
  const { source, onPage } = useLocalPage(`money-${name}`, loaded);
  return (
    <DataTable
      {...table}
      source={source}
      onPage={onPage}
      empty={{ icon: Banknote, title: empty[0], help: empty[1] }}
      failed={t(adminMessages).loadFailed}
    />
  );
}

const onePage = <T,>(items: T[]) => ({
  items,
  meta: { page: 1, pageSize: items.length, total: items.length },
});

type Figures = Pick<MoneyRow, 'payments' | 'revenue' | 'fees' | 'refunds' | 'refunded'>;
/** `provider` is `null` in the total. */
type RevenueRow = Omit<MoneyRow, 'provider'> & { provider: MoneyRow['provider'] | null };

function withTotal(rows: MoneyRow[]): RevenueRow[] {
  if (rows.length < 2) return rows;
  const sum = (of: keyof Figures) => rows.reduce((total, row) => total + row[of], 0);
  const total = {
    provider: null,
    method: '',
    method_name: '',
    product: '',
    payments: sum('payments'),
    revenue: sum('revenue'),
    fees: sum('fees'),
    refunds: sum('refunds'),
    refunded: sum('refunded'),
  };
  return [total, ...rows];
}

function revenueColumns(): Column<RevenueRow>[] {
  const m = t(adminMoneyMessages);
  return [
    {
      head: m.method,
      className: 'font-[560]',
      cell: ({ provider, method_name }) => (provider ? method_name : m.total),
      list: 'title',
    },
    { head: m.provider, cell: ({ provider }) => provider && m.providers[provider], list: 1 },
    { head: m.product, cell: ({ product }) => product, list: 1 },
    { head: m.payments, right: true, cell: ({ payments }) => formatFigure(payments) },
    {
      head: m.revenueExFee,
      right: true,
      className: 'font-[600]',
      cell: ({ revenue }) => formatRupiah(revenue),
      list: 'aside',
    },
    {
      head: m.fees,
      right: true,
      cell: ({ fees }) => formatRupiah(fees),
      list: 2,
      listCell: ({ fees }) => fees > 0 && `${m.fees} ${formatRupiah(fees)}`,
    },
    { head: m.refunds, right: true, cell: ({ refunds }) => formatFigure(refunds) },
    {
      head: m.refunded,
      right: true,
      cell: ({ refunded }) => formatRupiah(refunded),
      list: 2,
      listCell: ({ refunded }) => refunded > 0 && `${m.refunded} ${formatRupiah(refunded)}`,
    },
  ];
}

/** Amounts are numbers in rupiah. */
function csvColumns(): CsvColumn<MoneyRow>[] {
  const m = t(adminMoneyMessages);
  return [
    [m.provider, ({ provider }) => m.providers[provider]],
    [m.method, ({ method }) => method],
    [m.product, ({ product }) => product],
    [m.payments, ({ payments }) => payments],
    [m.revenueExFee, ({ revenue }) => revenue],
    [m.fees, ({ fees }) => fees],
    [m.refunds, ({ refunds }) => refunds],
    [m.refunded, ({ refunded }) => refunded],
  ];
}

function outstandingColumns(): Column<OutstandingRow>[] {
  const m = t(adminMoneyMessages);
  return [
    { head: m.method, cell: ({ method_name }) => method_name, list: 'title' },
    { head: m.provider, cell: ({ provider }) => m.providers[provider], list: 1 },
    {
      head: m.orders,
      right: true,
      cell: ({ orders }) => formatFigure(orders),
      list: 1,
      listCell: ({ orders }) => `${m.orders} ${formatFigure(orders)}`,
    },
    { head: m.amount, right: true, cell: ({ amount }) => formatRupiah(amount), list: 'aside' },
    { head: m.oldest, className: 'num', cell: ({ oldest }) => formatDateTime(oldest), list: 2 },
  ];
}

function differenceColumns(onTopup: (reference: string) => void): Column<MoneyDifference>[] {
  const m = t(adminMoneyMessages);
  return [
    {
      head: m.reference,
      cell: ({ reference }) => (
        <button
          type="button"
          className="link mono"
          aria-label={m.openTopup(reference)}
          onClick={() => onTopup(reference)}
        >
          {reference}
        </button>
      ),
      list: 'title',
    },
    { head: m.problem, cell: ({ difference }) => m.kinds[difference], list: 1 },
    { head: m.method, cell: ({ method_name }) => method_name, list: 2 },
    { head: m.amount, right: true, cell: ({ amount }) => formatRupiah(amount), list: 'aside' },
    { head: m.paid, className: 'num', cell: ({ paid_at }) => formatDateTime(paid_at), list: 2 },
    { head: m.checked, className: 'num', cell: ({ checked_at }) => formatDateTime(checked_at) },
  ];
}

function dayColumns(): Column<ReconciledDay>[] {
  const m = t(adminMoneyMessages);
  const figure = (
    head: string,
    of: 'payments' | 'confirmed' | 'differences' | 'unchecked',
  ): Column<ReconciledDay> => ({
    head,
    right: true,
    cell: (row) => formatFigure(row[of]),
    list: 1,
    listCell: (row) => row[of] > 0 && `${head} ${formatFigure(row[of])}`,
  });
  return [
    { head: m.day, className: 'num', cell: ({ day }) => formatDay(day), list: 'title' },
    figure(m.payments, 'payments'),
    figure(m.confirmed, 'confirmed'),
    figure(m.different, 'differences'),
    figure(m.unchecked, 'unchecked'),
  ];
}
