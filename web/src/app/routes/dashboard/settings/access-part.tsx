import type { OwnTwoFactor } from '@casement/proto/http/auth/two-factor.js';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Monitor, Send, SquareTerminal, Webhook, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { Panel } from '@/components/ui/panel.js';
import { POLL_MS } from '@/config/limits.js';
import { dashboardQuery, sessionsQuery, useRevokeOtherAccess } from '@/features/account/api.js';
import { Sessions } from '@/features/account/components/sessions.js';
import { apiKeysQuery } from '@/features/api-keys/api.js';
import { ownDesktopsQuery } from '@/features/desktop/api.js';
import { ownTwoFactorQuery } from '@/features/two-factor/api.js';
import { telegramStatusQuery } from '@/features/telegram/api.js';
import { webhooksQuery } from '@/features/webhooks/api.js';
import { deviceText } from '@/lib/format/device-text.js';
import { formatDateTime } from '@/lib/format/format.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { accessMessages } from '@/messages/account/access.js';

const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));

export type ManagedPart = 'two-factor' | 'api-keys' | 'webhooks' | 'telegram';

/** Lists sessions, keys and connections with access to the account. One button revokes all except this session. */
export default function AccessPart({ onManage }: { onManage: (part: ManagedPart) => void }) {
  const m = t(accessMessages);
  const [asking, setAsking] = useState(false);
  const factors = useQuery(ownTwoFactorQuery);
  const keys = useQuery(apiKeysQuery);
  // Polled because these services learn of a revocation by an event.
  const webhooks = useQuery({ ...webhooksQuery, refetchInterval: POLL_MS });
  const telegram = useQuery({ ...telegramStatusQuery, refetchInterval: POLL_MS });
  const desktops = useQuery({ ...ownDesktopsQuery, refetchInterval: POLL_MS });
  const revoke = useRevokeOtherAccess([
    sessionsQuery.queryKey,
    apiKeysQuery.queryKey,
    webhooksQuery.queryKey,
    telegramStatusQuery.queryKey,
    ownDesktopsQuery.queryKey,
    dashboardQuery.queryKey,
  ]);

  const revokeAll = async () => {
    const done = () => ({ title: m.revoked, description: m.revokedHelp });
    await withToast(revoke.mutateAsync(), { done, failed: m.failed });
    setAsking(false);
  };

  return (
    <>
      <Panel
        title={m.title}
        aside={
          <Button size="sm" variant="destroy" onClick={() => setAsking(true)}>
            {m.revoke}
          </Button>
        }
      >
        <p className="px-4 py-3 text-muted-foreground">{m.lead}</p>
      </Panel>
      <AccessList
        icon={Fingerprint}
        title={m.factors}
        empty={m.noFactors}
        query={factors}
        rows={factors.data && factorRows(factors.data)}
        onManage={() => onManage('two-factor')}
      />
      <Sessions />
      <AccessList
        icon={SquareTerminal}
        title={m.keys}
        empty={m.noKeys}
        query={keys}
        rows={keys.data?.map(({ id, name, last_used_at, last_used_address }) => ({
          id,
          name,
          detail: last_used_at
            ? m.lastUsed(formatDateTime(last_used_at), last_used_address ?? '–')
            : m.neverUsed,
        }))}
        onManage={() => onManage('api-keys')}
      />
      <AccessList
        icon={Webhook}
        title={m.webhooks}
        empty={m.noWebhooks}
        query={webhooks}
        rows={webhooks.data?.map(({ id, url, paused }) => ({
          id,
          name: url,
          detail: paused ? m.paused(formatDateTime(paused.at)) : m.active,
        }))}
        onManage={() => onManage('webhooks')}
      />
      <AccessList
        icon={Send}
        title={m.telegram}
        empty={m.noTelegram}
        query={telegram}
        rows={telegram.data && telegramRows(telegram.data)}
        onManage={() => onManage('telegram')}
      />
      <AccessList
        icon={Monitor}
        title={m.desktops}
        empty={m.noDesktops}
        query={desktops}
        rows={desktops.data?.map(({ id, ip, client_address, opened_at }) => ({
          id,
          name: ip,
          detail: m.opened(formatDateTime(opened_at), client_address),
        }))}
      />
      {asking && (
        <ConfirmDialog
          title={m.revoke}
          question={m.question}
          submit={m.revoke}
          pending={revoke.isPending}
          onConfirm={revokeAll}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface AccessRow {
  id: string;
  name: string;
  detail: string;
}

function factorRows({
  app_enabled_at,
  recovery_codes,
  passkeys,
  recovery_at,
}: OwnTwoFactor): AccessRow[] {
  const m = t(accessMessages);
  const app = app_enabled_at && {
    id: 'app',
    name: m.app,
    detail: m.added(formatDateTime(app_enabled_at)),
  };
  const factors = [
    ...(app ? [app] : []),
    ...passkeys.map(({ id, device, created_at }) => ({
      id,
      name: m.passkey(deviceText(device)),
      detail: m.added(formatDateTime(created_at)),
    })),
  ];
  const codes = { id: 'codes', name: m.recoveryCodes, detail: m.codesLeft(recovery_codes) };
  const recovery = recovery_at && {
    id: 'recovery',
    name: m.recovery,
    detail: m.recoveryAt(formatDateTime(recovery_at)),
  };
  return factors.length > 0 ? [...(recovery ? [recovery] : []), ...factors, codes] : [];
}

function telegramRows({
  telegramUserId,
  displayName,
  connectedAt,
}: {
  telegramUserId: string | null;
  displayName: string | null;
  connectedAt: string | null;
}): AccessRow[] {
  if (telegramUserId === null) return [];
  const detail = connectedAt ? t(accessMessages).connected(formatDateTime(connectedAt)) : '';
  return [{ id: telegramUserId, name: displayName ?? telegramUserId, detail }];
}

function AccessList({
  icon: Icon,
  title,
  empty,
  query,
  rows,
  onManage,
}: {
  icon: LucideIcon;
  title: string;
  empty: string;
  query: Parameters<typeof QueryFallback>[0]['query'];
  /** Undefined while loading. */
  rows: AccessRow[] | undefined;
  onManage?: () => void;
}) {
  const m = t(accessMessages);
  return (
    <Panel
      className="mt-5 overflow-hidden"
      title={title}
      aside={
        onManage && (
          <Button size="sm" aria-label={m.manageOf(title)} onClick={onManage}>
            {m.manage}
          </Button>
        )
      }
    >
      {!rows && <QueryFallback query={query} title={m.loadFailed} loading={m.loading} rows={1} />}
      {rows?.length === 0 && <p className="px-4 py-3 text-muted-foreground">{empty}</p>}
      {rows && rows.length > 0 && (
        <ul className="divide-y">
          {rows.map((row) => (
            <li key={row.id} className="flex items-center gap-3 px-4 py-3">
              <Icon className="ic text-muted-foreground" />
              <div className="flex-1 min-w-0">
                <p className="font-[560] wrap-anywhere">{row.name}</p>
                <p className="text-xs text-muted-foreground">{row.detail}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
