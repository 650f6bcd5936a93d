import type { ApiKey } from '@casement/proto/http/auth/api-keys.js';
import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { EmptyState } from '@/components/ui/feedback/states.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { apiKeysMessages } from '@/messages/account/api-keys.js';
import { ApiKeyRow } from './api-key-row.js';
import type { useRevokeApiKey } from './api.js';

const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));

export function KeyList({
  keys,
  loading,
  emptyHelp,
  revoke,
}: {
  /** Undefined while loading. */
  keys: readonly ApiKey[] | undefined;
  loading: string;
  emptyHelp: string;
  revoke: ReturnType<typeof useRevokeApiKey>;
}) {
  const m = t(apiKeysMessages);
  const [revoking, setRevoking] = useState<ApiKey>();

  const confirmRevoke = async ({ id }: ApiKey) => {
    const done = () => ({ title: m.revoked });
    await withToast(revoke.mutateAsync(id), { done, failed: m.revokeFailed });
    setRevoking(undefined);
  };

  if (!keys) return <RowsSkeleton label={loading} rows={2} />;
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState icon={SquareTerminal} title={m.empty} help={emptyHelp} />
      ) : (
        <ul className="divide-y">
          {keys.map((key) => (
            <ApiKeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
          ))}
        </ul>
      )}
      {revoking && (
        <ConfirmDialog
          title={m.revokeOf(revoking.name)}
          question={m.revokeQuestion(revoking.name)}
          submit={m.revoke}
          pending={revoke.isPending}
          onConfirm={() => confirmRevoke(revoking)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}
