import type { CreatedApiKey } from '@casement/proto/http/auth/api-keys.js';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { Panel } from '@/components/ui/panel.js';
import { t } from '@/messages/i18n.js';
import { apiKeysMessages } from '@/messages/account/api-keys.js';
import { apiKeysQuery, useRevokeApiKey } from './api.js';
import { KeyList } from './key-list.js';

const CreateKeyDialog = lazyDialog(() => import('./create-key-dialog.js'));
const CreatedKeyDialog = lazyDialog(() => import('./created-key-dialog.js'));

export function ApiKeys({ admin }: { admin: boolean }) {
  const m = t(apiKeysMessages);
  const query = useQuery(apiKeysQuery);
  const { data, isError } = query;
  const revoke = useRevokeApiKey();
  const [creating, setCreating] = useState(false);
  // Held only in component state because the key must not be stored elsewhere.
  const [created, setCreated] = useState<CreatedApiKey>();

  if (!data && isError) {
    return <QueryError query={query} title={m.loadFailed} />;
  }
  return (
    <Panel
      className="overflow-hidden"
      title={m.title}
      aside={
        <Button size="sm" onClick={() => setCreating(true)}>
          <Plus className="ic ic-sm" />
          {m.create}
        </Button>
      }
    >
      <p className="px-4 py-3 text-sm text-muted-foreground border-b">
        {m.lead}{' '}
        <a className="link" href="/api/docs">
          {m.reference}
        </a>
      </p>
      <KeyList keys={data} loading={m.loading} emptyHelp={m.emptyHelp} revoke={revoke} />
      {creating && (
        <CreateKeyDialog
          admin={admin}
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {created !== undefined && (
        <CreatedKeyDialog created={created} onClose={() => setCreated(undefined)} />
      )}
    </Panel>
  );
}
