import type { UserAction } from '@casement/proto/http/auth/users.js';
import { useState } from 'react';
import { Subpages } from '@/components/layout/subpages.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { UsersTable, useUserList } from '@/features/users/components/users-table.js';
import { OPEN_USER, useOpenUser } from '@/features/users/open-user.js';
import { t } from '@/messages/i18n.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { useHistoryState, useRowDialog } from '@/lib/navigation/history-state.js';
import { adminMessages } from '@/messages/admin/admin.js';

const LedgerDialog = lazyDialog(() => import('@/features/billing/ledger/ledger-dialog.js'));
const UserPage = lazyComponent(() => import('./user-page.js'));
const UserActionsDialog = lazyDialog(
  () => import('@/features/users/components/user-actions-dialog.js'),
);
const UserDialog = lazyDialog(() => import('@/features/users/components/user-dialog.js'));

const CHANGES = ['quota', 'role', 'delete'] as const;

export default function UsersSection() {
  const [open, setOpen] = useHistoryState<string | null>(OPEN_USER, null);
  return (
    <Subpages shown={open}>
      {open === null ? (
        <AllUsers />
      ) : (
        <UserPage id={open} onBack={() => setOpen(null, { push: true })} />
      )}
    </Subpages>
  );
}

function AllUsers() {
  const m = t(adminMessages);
  const list = useUserList();
  const openUser = useOpenUser();
  const users = list.query.data?.items;
  // Kept out of the history state because a checkbox must change synchronously with the click.
  const [selected, setSelected] = useState<string[]>([]);
  const [action, setAction] = useState<UserAction>();
  const dialogs = {
    quota: useRowDialog('quota', users),
    history: useRowDialog('ledger', users),
    role: useRowDialog('role', users),
    delete: useRowDialog('delete', users),
  };
  const { history } = dialogs;
  return (
    <>
      <SectionHead title={m.sections.users} />
      <UsersTable
        list={list}
        label={m.sections.users}
        selection={{ ids: selected, onChange: setSelected }}
        onActOnSelected={setAction}
        onOpen={({ id }) => openUser(id)}
        onAction={(action, user) => dialogs[action].open(user)}
      />
      {action && (
        <UserActionsDialog
          action={action}
          ids={selected}
          onDone={() => setSelected([])}
          onClose={() => setAction(undefined)}
        />
      )}
      {history.row && <LedgerDialog user={history.row} onClose={history.close} />}
      {CHANGES.map((action) => {
        const { row, close } = dialogs[action];
        return row && <UserDialog key={action} action={action} user={row} onClose={close} />;
      })}
    </>
  );
}
