import { lazyDialog } from '@/components/ui/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { UsersTable, useUserList } from '@/features/users/components/users-table.js';
import { t } from '@/lib/messages.js';
import { useRowDialog } from '@/lib/place.js';
import { adminMessages } from '@/messages/admin.js';

const LedgerDialog = lazyDialog(() => import('@/features/billing/components/ledger-dialog.js'));
const UserDialog = lazyDialog(() => import('@/features/users/components/user-dialog.js'));

const CHANGES = ['quota', 'role', 'delete'] as const;

export default function UsersSection() {
  const m = t(adminMessages);
  const list = useUserList();
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
        failed={m.loadFailed}
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
