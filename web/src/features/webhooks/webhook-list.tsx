import type { Webhook } from '@casement/proto/http/install/webhooks/webhooks.js';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { EmptyState } from '@/components/ui/feedback/states.js';
import { Panel } from '@/components/ui/panel.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { webhooksMessages } from '@/messages/account/webhooks.js';
import { useActOnWebhook, useRotateSecret, type WebhookAct } from './api.js';
import { WebhookRow, type RowAct } from './webhook-row.js';

const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));
const SecretDialog = lazyDialog(() => import('./secret-dialog.js'));
const WebhookDialog = lazyDialog(() => import('./webhook-dialog.js'));

interface ListQuery {
  data: readonly Webhook[] | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

type Open =
  | { dialog: 'form'; webhook?: Webhook }
  | { dialog: 'rotate' | 'delete'; webhook: Webhook }
  // Held only in component state because the secret must not be stored elsewhere.
  | { dialog: 'secret'; secret: string; rotated: boolean };

export function WebhookList({
  query,
  onDeliveries,
}: {
  query: ListQuery;
  onDeliveries: (id: string) => void;
}) {
  const m = t(webhooksMessages);
  const act = useActOnWebhook();
  const rotate = useRotateSecret();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);

  const runAction = (webhook: Webhook, name: WebhookAct) =>
    withToast(act.mutateAsync({ id: webhook.id, act: name }), {
      done: () => ({ title: m.actDone[name] }),
      failed: m.actFailed,
    });
  const onAct = (webhook: Webhook) => (name: RowAct) => {
    if (name === 'deliveries') onDeliveries(webhook.id);
    else if (name === 'edit') setOpen({ dialog: 'form', webhook });
    else if (name === 'rotate' || name === 'delete') setOpen({ dialog: name, webhook });
    else void runAction(webhook, name).then(() => name === 'test' && onDeliveries(webhook.id));
  };
  const confirmRotate = async ({ id }: Webhook) => {
    const done = () => ({ title: m.rotated });
    const rotated = await withToast(rotate.mutateAsync(id), { done, failed: m.actFailed });
    setOpen(rotated && { dialog: 'secret', secret: rotated.answer.secret, rotated: true });
  };

  if (!query.data && query.isError) {
    return <QueryError query={query} title={m.loadFailed} />;
  }
  return (
    <Panel
      className="overflow-hidden"
      title={m.title}
      aside={
        <Button size="sm" onClick={() => setOpen({ dialog: 'form' })}>
          <Plus className="ic ic-sm" />
          {m.create}
        </Button>
      }
    >
      <p className="px-4 py-3 text-sm text-muted-foreground border-b">{m.lead}</p>
      {!query.data ? (
        <RowsSkeleton label={m.loading} rows={2} />
      ) : query.data.length === 0 ? (
        <EmptyState icon={WebhookIcon} title={m.empty} help={m.emptyHelp} />
      ) : (
        <ul className="divide-y">
          {query.data.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              busy={act.isPending && act.variables.id === webhook.id}
              onAct={onAct(webhook)}
            />
          ))}
        </ul>
      )}
      {open?.dialog === 'form' && (
        <WebhookDialog
          webhook={open.webhook}
          onSaved={(secret) =>
            setOpen(secret === undefined ? undefined : { dialog: 'secret', secret, rotated: false })
          }
          onClose={close}
        />
      )}
      {open?.dialog === 'secret' && (
        <SecretDialog secret={open.secret} rotated={open.rotated} onClose={close} />
      )}
      {open?.dialog === 'rotate' && (
        <ConfirmDialog
          title={m.actOf(m.acts.rotate, open.webhook.url)}
          question={m.rotateQuestion}
          submit={m.acts.rotate}
          pending={rotate.isPending}
          onConfirm={() => confirmRotate(open.webhook)}
          onClose={close}
        />
      )}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          title={m.actOf(m.acts.delete, open.webhook.url)}
          question={m.deleteQuestion}
          submit={m.acts.delete}
          pending={act.isPending}
          onConfirm={() => runAction(open.webhook, 'delete').then(close)}
          onClose={close}
        />
      )}
    </Panel>
  );
}
