import type { AdminTopup } from '@casement/proto/http/billing/admin-topups.js';
import type { TopupFilter, TopupStatus } from '@casement/proto/http/billing/topups.js';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText, SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { DayField } from '@/components/ui/form/day-field.js';
import { Select } from '@/components/ui/form/select-field.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { ExportButton } from '@/components/ui/table/export-button.js';
import { emptyTable, TableFilters } from '@/components/ui/table/table-filters.js';
import { formatDateTime, formatFigure, formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { useFilters } from '@/lib/navigation/use-filters.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminTopupMessages } from '@/messages/admin/billing/admin-topups.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { billingMessages } from '@/messages/billing.js';
import { TopupBadges } from '../payment/topup-status-badge.js';
import { adminPaymentMethodsQuery, adminTopupsQuery, exportTopups } from './api.js';
import { topupColumns } from './topup-columns.js';

const TopupDrawer = lazyDialog(() => import('./topup-drawer.js'));

interface Person {
  /** '' for all. */
  id: string;
  name: string;
}

const INITIAL_FILTER = {
  status: 'all' as TopupFilter,
  method: 'all',
  user: '',
  userName: '',
  from: '',
  to: '',
  min: '',
  max: '',
};

const STATUSES: TopupStatus[] = ['PAID', 'UNPAID', 'PENDING', 'EXPIRED', 'FAILED'];

/**
 * Top-ups of all users, or of the user `userId`. Search, filter and paging happen on the server; the status shown is
 * the server's.
 */
export function Topups({
  userId,
  onUser,
  personFilter,
}: {
  userId?: string;
  onUser?: (id: string) => void;
  /** Field that limits the list to a user, from another feature. */
  personFilter?: (person: Person, onPerson: (person: Person) => void) => ReactNode;
}) {
  const m = t(adminTopupMessages);
  const { statuses } = t(billingMessages);
  const { loadFailed } = t(adminMessages);
  const table = useFilters<typeof INITIAL_FILTER>('topups', INITIAL_FILTER);
  const { userName, ...bounds } = table.filter;
  const filter = userId === undefined ? bounds : { ...bounds, user: userId };
  const query = useQuery(adminTopupsQuery(filter));
  const methods = useQuery(adminPaymentMethodsQuery).data ?? [];
  const details = useHistoryDialog<string>('topup');
  // Phones hide most filters, so that the list is not below the fold.
  const [more, setMore] = useState(false);
  useFailureToast(query, loadFailed);

  // A deleted user no longer has a name or a page.
  const userOf = ({ user_id, username }: AdminTopup) =>
    username && onUser ? (
      <button type="button" className="link text-left truncate" onClick={() => onUser(user_id)}>
        {username}
      </button>
    ) : (
      (username ?? m.unknownUser)
    );
  const columns: Column<AdminTopup>[] = [
    {
      head: m.reference,
      className: 'mono font-[500]',
      cell: (topup) => (
        <button type="button" className="link text-left" onClick={() => details.open(topup.id)}>
          {nameOf(topup)}
        </button>
      ),
      list: 2,
    },
    ...(userId === undefined ? [{ head: m.user, cell: userOf }] : []),
    {
      head: m.quantity,
      right: true,
      cell: ({ quantity }) => formatFigure(quantity),
      list: 1,
      listCell: (topup) => (
        <>
          {userOf(topup)} · {formatFigure(topup.quantity)} × {topup.payment_name}
        </>
      ),
    },
    {
      head: m.amount,
      right: true,
      cell: ({ final_amount }) => formatRupiah(final_amount),
      list: 'title',
      listCell: ({ final_amount }) => <span className="num">{formatRupiah(final_amount)}</span>,
    },
    { head: m.payment, cell: ({ payment_name }) => payment_name },
    {
      head: m.status,
      cell: (topup) => <TopupBadges topup={topup} status={topup.status} />,
      list: 'aside',
    },
    {
      head: m.created,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
      list: 2,
    },
  ];
  return (
    <>
      <DataTable
        label={m.title}
        source={query}
        onPage={table.onPage}
        toolbar={
          <>
            <TableFilters
              table={table}
              search={m.search}
              status={{
                label: m.filter,
                all: m.allStatuses,
                options: STATUSES.map((option) => [option, statuses[option]]),
              }}
            />
            <Button
              size="sm"
              className="lg:hidden"
              aria-expanded={more}
              onClick={() => setMore(!more)}
            >
              <SlidersHorizontal className="ic ic-sm" />
              {m.moreFilters}
            </Button>
            <div className={more ? 'contents' : 'contents max-lg:hidden'}>
              <Select
                small
                className="w-auto! max-sm:w-full!"
                aria-label={m.payment}
                options={[
                  ['all', m.allMethods],
                  ...methods.map(({ code, name }): [string, string] => [code, name]),
                ]}
                value={filter.method}
                onChange={({ target }) => table.onFilter({ method: target.value })}
              />
              {personFilter?.({ id: bounds.user, name: userName }, ({ id, name }) =>
                table.onFilter({ user: id, userName: name }),
              )}
              <DayField
                label={m.firstDay}
                value={bounds.from}
                max={bounds.to}
                onValueChange={(from) => table.onFilter({ from })}
              />
              <DayField
                label={m.lastDay}
                value={bounds.to}
                min={bounds.from}
                onValueChange={(to) => table.onFilter({ to })}
              />
              <AmountField
                label={m.minAmount}
                value={bounds.min}
                onValueChange={(min) => table.onFilter({ min })}
              />
              <AmountField
                label={m.maxAmount}
                value={bounds.max}
                onValueChange={(max) => table.onFilter({ max })}
              />
            </div>
            {table.narrowed && (
              <Button size="sm" variant="ghost" onClick={table.onReset}>
                {m.reset}
              </Button>
            )}
            <ExportButton file="top-ups" load={exportTopups(filter)} columns={topupColumns()} />
          </>
        }
        columns={columns}
        rowKey={({ id }) => id}
        empty={emptyTable(ReceiptText, table.narrowed, m)}
        failed={loadFailed}
      />
      {details.of && (
        <TopupDrawer id={details.of} onClose={details.close} {...(onUser && { onUser })} />
      )}
    </>
  );
}

/** Bound of the amount in rupiah; takes effect on Enter or when the field is left. */
function AmountField({
  label,
  value,
  onValueChange,
}: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = value;
  }, [value]);
  const settle = (typed: string) => {
    const amount = typed.replace(/\D/g, '');
    if (amount !== value) onValueChange(amount);
  };
  return (
    <label className="field field-sm w-auto! max-sm:w-full!">
      <span className="text-muted-foreground whitespace-nowrap">{label}</span>
      <input
        ref={field}
        inputMode="numeric"
        size={9}
        maxLength={15}
        defaultValue={value}
        onBlur={({ currentTarget }) => settle(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') settle(currentTarget.value);
        }}
      />
    </label>
  );
}

const nameOf = ({ reference, merchant_ref }: AdminTopup) => reference ?? merchant_ref;
