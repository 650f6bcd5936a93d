import type { ApiKey } from '@casement/proto/http/auth/api-keys.js';
import { TimerOff } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { apiKeysMessages } from '@/messages/account/api-keys.js';

export function ApiKeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const m = t(apiKeysMessages);
  const { name, ending, scopes, networks, expires_at, last_used_at, last_used_address } = apiKey;
  const hasExpired = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="flex-1 min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-[560] wrap-anywhere">{name}</span>
          <span className="mono text-xs text-muted-foreground">{m.ending(ending)}</span>
          {hasExpired && (
            <Badge tone="neutral" icon={TimerOff}>
              {m.expired}
            </Badge>
          )}
        </p>
        <p className="text-sm">{scopes.map((scope) => m.scopeNames[scope]).join(', ')}</p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted-foreground">
          <span>
            {last_used_at
              ? m.lastUsed(formatDateTime(last_used_at), last_used_address ?? '–')
              : m.neverUsed}
          </span>
          {!hasExpired && (
            <span>{expires_at ? m.expires(formatDateTime(expires_at)) : m.noExpiry}</span>
          )}
          {networks.length > 0 && (
            <span className="wrap-anywhere">{m.from(networks.join(', '))}</span>
          )}
        </p>
      </div>
      <Button size="sm" aria-label={m.revokeOf(name)} onClick={onRevoke}>
        {m.revoke}
      </Button>
    </li>
  );
}
