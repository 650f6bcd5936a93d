import type { AdminUser } from '@casement/proto/http/auth.js';
import { useState } from 'react';
import { lazyDialog } from '@/components/ui/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { UsersTable, type UserAction } from '@/features/users/components/users-table.js';
import { t } from '@/lib/messages.js';
import { adminMessages } from '@/messages/admin.js';

const LedgerDialog = lazyDialog(() => import('@/features/billing/components/ledger-dialog.js'));
const UserDialog = lazyDialog(() => import('@/features/users/components/user-dialog.js'));

export default function UsersSection() {
  const m = t(adminMessages);
  const [open, setOpen] = useState<{ action: UserAction; user: AdminUser } | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <SectionHead title={m.sections.users} />
      <UsersTable
        label={m.sections.users}
        failed={m.loadFailed}
        onAction={(action, user) => setOpen({ action, user })}
      />
      {open?.action === 'history' && <LedgerDialog user={open.user} onClose={close} />}
      {open && open.action !== 'history' && (
        <UserDialog action={open.action} user={open.user} onClose={close} />
      )}
    </>
  );
}
