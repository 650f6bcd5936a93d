import type { AdminUser, UserAction } from '@casement/proto/http/auth/users.js';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { EmptyState } from '@/components/ui/feedback/states.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { UserApiKeys } from '@/features/api-keys/user-api-keys.js';
import { Topups } from '@/features/billing/admin/topups.js';
import { LedgerTable } from '@/features/billing/ledger/ledger-table.js';
import { Installs } from '@/features/installs/admin/installs.js';
import { UserAudit } from '@/features/security/audit/user-audit.js';
import { adminUserQuery } from '@/features/users/api.js';
import { UserNote } from '@/features/users/components/user-note.js';
import { UserRecovery } from '@/features/users/components/user-recovery.js';
import { UserSessions } from '@/features/users/components/user-sessions.js';
import { UserSummary } from '@/features/users/components/user-summary.js';
import { ApiError } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog, useHistoryState } from '@/lib/navigation/history-state.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { userPageMessages } from '@/messages/admin/users/user-page.js';
import { commonMessages } from '@/messages/common.js';

const UserActionsDialog = lazyDialog(
  () => import('@/features/users/components/user-actions-dialog.js'),
);
const UserDialog = lazyDialog(() => import('@/features/users/components/user-dialog.js'));

const LISTS = ['ledger', 'installs', 'topups', 'sessions', 'api-keys', 'audit'] as const;
type List = (typeof LISTS)[number];
/** Lists that outlive an account. */
const LISTS_OF_DELETED_USER: readonly List[] = ['ledger', 'topups', 'audit'];

export default function UserPage({ id, onBack }: { id: string; onBack: () => void }) {
  const m = t(userPageMessages);
  const { loading } = t(commonMessages);
  const query = useQuery(adminUserQuery(id));
  const dialog = useHistoryDialog<'quota' | 'role' | 'delete' | UserAction>('user-action');
  const { data, error, isError } = query;
  const gone = error instanceof ApiError && [400, 404].includes(error.status);
  const user = gone ? undefined : data;

  return (
    <>
      <SectionHead title={user?.username ?? t(adminMessages).sections.users}>
        <Button size="sm" onClick={onBack}>
          <ArrowLeft className="ic ic-sm" />
          {m.back}
        </Button>
      </SectionHead>
      {user ? (
        <>
          <UserSummary user={user} onAction={dialog.open} />
          <UserNote user={user} />
        </>
      ) : gone ? (
        <section className="frame mb-4">
          <EmptyState icon={UserRoundX} title={m.gone} help={m.goneHelp} />
        </section>
      ) : isError ? (
        <QueryError query={query} title={m.loadFailed} />
      ) : (
        <section className="frame mb-4 overflow-hidden">
          <RowsSkeleton label={loading} rows={5} />
        </section>
      )}
      {(user || gone) && <Lists key={id} id={id} lists={gone ? LISTS_OF_DELETED_USER : LISTS} />}
      {user && dialog.of && <ActionDialog action={dialog.of} user={user} onClose={dialog.close} />}
    </>
  );
}

function ActionDialog({
  action,
  user,
  onClose,
}: {
  action: 'quota' | 'role' | 'delete' | UserAction;
  user: AdminUser;
  onClose: () => void;
}) {
  if (action === 'quota' || action === 'role' || action === 'delete') {
    return <UserDialog action={action} user={user} onClose={onClose} />;
  }
  return <UserActionsDialog action={action} ids={[user.id]} onClose={onClose} />;
}

function Lists({ id, lists }: { id: string; lists: readonly List[] }) {
  const m = t(userPageMessages);
  const [chosen, setChosen] = useHistoryState<List>('list', 'ledger');
  const list = lists.find((name) => name === chosen) ?? 'ledger';
  const names: Record<List, string> = {
    ledger: m.ledger,
    installs: m.installs,
    topups: m.topups,
    sessions: m.sessions.title,
    'api-keys': m.apiKeys,
    audit: m.audit.title,
  };
  const shown: Record<List, () => ReactNode> = {
    ledger: () => <LedgerTable userId={id} />,
    installs: () => <Installs label={m.installs} userId={id} />,
    topups: () => <Topups userId={id} />,
    sessions: () => (
      <>
        <UserRecovery userId={id} />
        <UserSessions userId={id} />
      </>
    ),
    'api-keys': () => <UserApiKeys userId={id} />,
    audit: () => <UserAudit userId={id} />,
  };
  return (
    <>
      <div className="flex flex-wrap gap-1.5 mb-3" role="group" aria-label={m.lists}>
        {lists.map((name) => (
          <Button
            key={name}
            size="sm"
            variant={name === list ? 'outline' : 'ghost'}
            className={name === list ? 'is-chosen' : undefined}
            aria-pressed={name === list}
            onClick={() => setChosen(name, { push: true })}
          >
            {names[name]}
          </Button>
        ))}
      </div>
      {shown[list]()}
    </>
  );
}
