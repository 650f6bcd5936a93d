import type { AdminUser, UserAction } from '@casement/proto/http/auth/users.js';
import { useQuery } from '@tanstack/react-query';
import { History, Trash2, UserCog, UserRoundX, Users } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { Checkbox } from '@/components/ui/form/checkbox.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { ExportButton } from '@/components/ui/table/export-button.js';
import { emptyTable, TableFilters } from '@/components/ui/table/table-filters.js';
import { csvTime, type CsvColumn } from '@/lib/csv/csv.js';
import { formatDateTime, formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { UNSORTED, useFilters } from '@/lib/navigation/use-filters.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { userActionMessages } from '@/messages/admin/users/user-actions.js';
import { userMessages } from '@/messages/admin/users/users.js';
import { adminUsersQuery, exportUsers, type UserSorting } from '../api.js';
import { useOwnAccountLock } from '../own-account.js';
import { RoleBadge } from './role-badge.js';

type UserDialogAction = 'quota' | 'history' | 'role' | 'delete';

const USER_ACTIONS: readonly UserAction[] = [
  'suspend',
  'unsuspend',
  'sign_out',
  'resend_verification',
];

/** A page of all users. Search and paging happen on the server (SPEC §2). */
export function useUserList() {
  const table = useFilters<{ status: 'all' } & UserSorting>('users', {
    status: 'all',
    ...UNSORTED,
  });
  return { table, query: useQuery(adminUsersQuery(table.filter)) };
}

export function UsersTable({
  list: { table, query },
  label,
  selection,
  onOpen,
  onAction,
  onActOnSelected,
}: {
  list: ReturnType<typeof useUserList>;
  label: string;
  onOpen: (user: AdminUser) => void;
  selection: { ids: readonly string[]; onChange: (ids: string[]) => void };
  onAction: (action: UserDialogAction, user: AdminUser) => void;
  onActOnSelected: (action: UserAction) => void;
}) {
  const bulk = t(userActionMessages);
  const shown = query.data?.items.map(({ id }) => id) ?? [];
  const chosen = shown.filter((id) => selection.ids.includes(id));
  const selectAll = (
    <Checkbox
      label={bulk.selectAll}
      checked={chosen.length > 0 && chosen.length === shown.length}
      partly={chosen.length > 0 && chosen.length < shown.length}
      onChange={() => selection.onChange(chosen.length === shown.length ? [] : shown)}
    />
  );
  const selectOne = ({ id, username }: AdminUser) => (
    <Checkbox
      label={bulk.select(username)}
      checked={chosen.includes(id)}
      onChange={() =>
        selection.onChange(
          chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id],
        )
      }
    />
  );
  const m = t(userMessages);
  const { loadFailed } = t(adminMessages);
  const lockOf = useOwnAccountLock();
  useFailureToast(query, loadFailed);

  const nameOf = (user: AdminUser) => (
    <button
      type="button"
      className="link text-left max-w-full truncate"
      aria-label={m.openOf(user.username)}
      onClick={() => onOpen(user)}
    >
      {user.username}
    </button>
  );
  const columns: Column<AdminUser>[] = [
    { head: '', headCell: selectAll, cell: selectOne },
    {
      head: m.username,
      sort: 'username',
      className: 'font-[560]',
      cell: nameOf,
      list: 'title',
      listCell: (user) => (
        <span className="flex items-center gap-1">
          {selectOne(user)}
          {nameOf(user)}
        </span>
      ),
    },
    {
      head: m.email,
      className: 'w-full max-w-0 truncate',
      cell: (user) => <Email user={user} />,
      list: 1,
    },
    {
      head: m.role,
      cell: (user) => (
        <span className="inline-flex flex-wrap gap-1">
          <RoleBadge user={user} />
          {user.suspended_at && (
            <Badge tone="danger" icon={UserRoundX}>
              {bulk.suspended}
            </Badge>
          )}
        </span>
      ),
      list: 'aside',
    },
    {
      head: m.quota,
      right: true,
      cell: quotaOf,
      list: 2,
      listCell: (user) => `${m.quota} ${quotaOf(user)}`,
    },
    {
      head: m.joined,
      sort: 'created_at',
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
      list: 2,
    },
  ];
  return (
    <DataTable
      label={label}
      source={query}
      onPage={table.onPage}
      sorting={{ ...table.filter, onSort: (sorting) => table.onFilter(sorting as UserSorting) }}
      toolbar={
        <>
          <TableFilters table={table} search={m.search} />
          {chosen.length > 0 && (
            <div
              className="flex flex-wrap items-center gap-1.5"
              role="group"
              aria-label={bulk.selected(chosen.length)}
            >
              <span className="text-sm num">{bulk.selected(chosen.length)}</span>
              {USER_ACTIONS.map((action) => (
                <Button key={action} size="sm" onClick={() => onActOnSelected(action)}>
                  {bulk.actions[action]}
                </Button>
              ))}
            </div>
          )}
          <ExportButton file="users" load={exportUsers(table.filter)} columns={usersColumns()} />
        </>
      }
      columns={columns}
      rowKey={({ id }) => id}
      actions={(user) => (
        <>
          <Button
            size="sm"
            aria-label={m.editQuotaOf(user.username)}
            onClick={() => onAction('quota', user)}
          >
            {m.editQuota}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={m.changeRoleOf(user.username)}
            onClick={() => onAction('role', user)}
            {...lockOf(user)}
          >
            <UserCog className="ic ic-sm" />
            {m.changeRole}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label={m.historyOf(user.username)}
            title={m.historyOf(user.username)}
            onClick={() => onAction('history', user)}
          >
            <History className="ic ic-sm" />
          </Button>
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label={m.deleteOf(user.username)}
            title={m.deleteOf(user.username)}
            onClick={() => onAction('delete', user)}
            {...lockOf(user)}
          >
            <Trash2 className="ic ic-sm" />
          </Button>
        </>
      )}
      empty={emptyTable(Users, table.narrowed, m)}
      failed={loadFailed}
    />
  );
}

/** The quota is unknown while billing is unavailable, so it is not shown as 0. */
const quotaOf = ({ quota }: AdminUser) => (quota === null ? '–' : formatFigure(quota));

function Email({ user }: { user: AdminUser }) {
  const m = t(userMessages);
  const email = user.email?.trim();
  return (
    <>
      {email || <span className="text-muted-foreground">{m.noEmail}</span>}
      {email && !user.is_verified && (
        <span className="text-muted-foreground"> ({m.notVerified})</span>
      )}
    </>
  );
}

/** CSV columns of users. The quota is empty while billing is unavailable. */
function usersColumns(): CsvColumn<AdminUser>[] {
  const m = t(userMessages);
  return [
    [m.userId, ({ id }) => id],
    [m.username, ({ username }) => username],
    [m.email, ({ email }) => email],
    [m.verified, ({ is_verified }) => (is_verified ? m.yes : m.no)],
    [m.role, ({ admin }) => m.roles[admin] ?? null],
    [m.quota, ({ quota }) => quota],
    [m.joined, ({ created_at }) => csvTime(created_at)],
  ];
}
