import type { ApiKey } from '@casement/proto/http/api-keys.js';
import { useQuery } from '@tanstack/react-query';
import { Plus, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/lazy-dialog.js';
import { RowsSkeleton } from '@/components/ui/skeleton.js';
import { EmptyState, ErrorState } from '@/components/ui/states.js';
import { messageOf } from '@/lib/api-error.js';
import { t } from '@/lib/messages.js';
import { withToast } from '@/lib/with-toast.js';
import { apiKeysMessages } from '@/messages/api-keys.js';
import { commonMessages } from '@/messages/common.js';
import { apiKeysQuery, useRevokeApiKey } from './api.js';
import { ApiKeyRow } from './api-key-row.js';

const ConfirmDialog = lazyDialog(() => import('@/components/ui/confirm-dialog.js'));
const CreateKeyDialog = lazyDialog(() => import('./create-key-dialog.js'));
const CreatedKeyDialog = lazyDialog(() => import('./created-key-dialog.js'));

/** The keys by which programs call for this user, with the ways to create and to revoke one. */
export function ApiKeys() {
  const m = t(apiKeysMessages);
  const { data, error, isError, refetch } = useQuery(apiKeysQuery);
  const revoke = useRevokeApiKey();
  const [creating, setCreating] = useState(false);
  // In this component's memory alone: the key must be nowhere else.
  const [created, setCreated] = useState<string>();
  const [revoking, setRevoking] = useState<ApiKey>();

  const confirmRevoke = async ({ id }: ApiKey) => {
    const done = () => ({ title: m.revoked });
    await withToast(revoke.mutateAsync(id), { done, failed: m.revokeFailed });
    setRevoking(undefined);
  };

  if (!data && isError) {
    return (
      <ErrorState
        title={m.loadFailed}
        help={messageOf(error, t(commonMessages).pleaseTryAgain)}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <section className="frame overflow-hidden" aria-labelledby="api-keys-title">
      <div className="frame-head justify-between">
        <h2 id="api-keys-title">{m.title}</h2>
        <Button size="sm" onClick={() => setCreating(true)}>
          <Plus className="ic ic-sm" />
          {m.create}
        </Button>
      </div>
      <p className="px-4 py-3 text-sm text-muted-foreground border-b">
        {m.lead}{' '}
        <a className="link" href="/api/docs">
          {m.reference}
        </a>
      </p>
      <KeyList keys={data} onRevoke={setRevoking} />
      {creating && (
        <CreateKeyDialog
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {created !== undefined && (
        <CreatedKeyDialog apiKey={created} onClose={() => setCreated(undefined)} />
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
    </section>
  );
}

function KeyList({
  keys,
  onRevoke,
}: {
  keys: readonly ApiKey[] | undefined;
  onRevoke: (key: ApiKey) => void;
}) {
  const m = t(apiKeysMessages);
  if (!keys) return <RowsSkeleton label={m.loading} rows={2} />;
  if (keys.length === 0) {
    return <EmptyState icon={SquareTerminal} title={m.empty} help={m.emptyHelp} />;
  }
  return (
    <ul className="divide-y">
      {keys.map((key) => (
        <ApiKeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
      ))}
    </ul>
  );
}
