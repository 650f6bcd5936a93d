import type { Webhook } from '@casement/proto/http/install/webhooks/webhooks.js';
import { CircleCheck, CirclePause, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { webhooksMessages } from '@/messages/account/webhooks.js';

export type RowAct = 'deliveries' | 'test' | 'edit' | 'rotate' | 'pause' | 'resume' | 'delete';

export function WebhookRow({
  webhook,
  busy,
  onAct,
}: {
  webhook: Webhook;
  busy: boolean;
  onAct: (act: RowAct) => void;
}) {
  const m = t(webhooksMessages);
  const { url, events, paused, failing_since, previous_secret_until } = webhook;
  const acts: RowAct[] = paused
    ? ['deliveries', 'resume', 'edit', 'rotate', 'delete']
    : ['deliveries', 'test', 'edit', 'rotate', 'pause', 'delete'];
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="mono text-sm wrap-anywhere">{url}</span>
        <StateBadge webhook={webhook} />
      </p>
      <p className="text-sm">{events.map((event) => m.eventNames[event]).join(', ')}</p>
      <p className="flex flex-wrap gap-x-3 text-xs text-muted-foreground">
        {paused && <span>{m.pausedBecause[paused.reason](formatDateTime(paused.at))}</span>}
        {!paused && failing_since && <span>{m.failingSince(formatDateTime(failing_since))}</span>}
        {previous_secret_until && (
          <span>{m.previousSecret(formatDateTime(previous_secret_until))}</span>
        )}
      </p>
      <p className="flex flex-wrap gap-1 mt-2">
        {acts.map((act) => (
          <Button
            key={act}
            size="sm"
            aria-label={m.actOf(m.acts[act], url)}
            disabled={busy}
            onClick={() => onAct(act)}
          >
            {m.acts[act]}
          </Button>
        ))}
      </p>
    </li>
  );
}

function StateBadge({ webhook: { paused, failing_since } }: { webhook: Webhook }) {
  const { states } = t(webhooksMessages);
  if (paused) {
    const tone = paused.reason === 'owner' ? 'neutral' : 'danger';
    return (
      <Badge tone={tone} icon={CirclePause}>
        {states.paused}
      </Badge>
    );
  }
  return failing_since ? (
    <Badge tone="warning" icon={TriangleAlert}>
      {states.failing}
    </Badge>
  ) : (
    <Badge tone="success" icon={CircleCheck}>
      {states.active}
    </Badge>
  );
}
