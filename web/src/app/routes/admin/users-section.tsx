import type { AdminUser } from '@casement/proto/http/auth.js';
import { lazy, Suspense, useState } from 'react';
import { SectionHead } from '@/components/ui/section-head.js';
import { UsersTable, type UserAction } from '@/features/users/components/users-table.js';
import { t } from '@/lib/messages.js';
import { adminMessages } from '@/messages/admin.js';

const LedgerDialog = lazy(() => import('@/features/billing/components/ledger-dialog.js'));
const UserDialog = lazy(() => import('@/features/users/components/user-dialog.js'));

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
      {open && (
        <Suspense fallback={null}>
          {open.action === 'history' ? (
            <LedgerDialog user={open.user} onClose={close} />
          ) : (
            <UserDialog action={open.action} user={open.user} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
