import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { UsersTable, useUserList } from '@/features/users/components/users-table.js';
import { OPEN_USER, useOpenUser } from '@/features/users/open-user.js';
import { t } from '@/messages/i18n.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { useHistoryState, useRowDialog } from '@/lib/navigation/history-state.js';
import { adminMessages } from '@/messages/admin/admin.js';

const LedgerDialog = lazyDialog(() => import('@/features/billing/components/ledger-dialog.js'));
const UserPage = lazyComponent(() => import('./user-page.js'));
const UserDialog = lazyDialog(() => import('@/features/users/components/user-dialog.js'));

const CHANGES = ['quota', 'role', 'delete'] as const;

export default function UsersSection() {
  const [open, setOpen] = useHistoryState<string | null>(OPEN_USER, null);
  if (open === null) return <AllUsers />;
  return <UserPage id={open} onBack={() => setOpen(null, { push: true })} />;
}

function AllUsers() {
  const m = t(adminMessages);
  const list = useUserList();
  const openUser = useOpenUser();
  const users = list.query.data?.items;
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
        onOpen={({ id }) => openUser(id)}
        onAction={(action, user) => dialogs[action].open(user)}
      />
      {history.row && <LedgerDialog user={history.row} onClose={history.close} />}
      {CHANGES.map((action) => {
        const { row, close } = dialogs[action];
        return row && <UserDialog key={action} action={action} user={row} onClose={close} />;
      })}
    </>
  );
}
