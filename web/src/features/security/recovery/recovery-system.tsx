import type { RecoverySystemStatus } from '@casement/proto/http/security/recovery.js';
import { CircleCheck, CircleOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { Panel } from '@/components/ui/panel.js';
import { IDLE_POLL_MS } from '@/config/limits.js';
import { formatAgo } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useNow } from '@/lib/use-now.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { commonMessages } from '@/messages/common.js';

/** State of the automatic recovery. */
export function RecoverySystem({ status }: { status: RecoverySystemStatus | undefined }) {
  const { recovery: m } = t(securityMessages);
  return (
    <Panel title={m.systemTitle}>
      {status ? <Facts status={status} /> : <RowsSkeleton label={t(commonMessages).loading} />}
    </Panel>
  );
}

function Facts({ status }: { status: RecoverySystemStatus }) {
  const { recovery: m } = t(securityMessages);
  // Rerenders so that the age of the last check stays current.
  useNow(IDLE_POLL_MS);
  const facts: [string, ReactNode][] = [
    [
      m.autoRecovery,
      <OnOff on={status.autoRecovery}>{status.autoRecovery ? m.enabled : m.disabled}</OnOff>,
    ],
    [m.interval, m.minutes(status.intervalMinutes)],
    [m.maxRetries, status.maxRetries],
    [m.service, <OnOff on={status.running}>{status.running ? m.running : m.stopped}</OnOff>],
    [m.manualOverride, status.manualOverride ? m.allowed : m.notAllowed],
    [m.lastCheck, status.lastCheck ? formatAgo(status.lastCheck) : m.never],
  ];
  return (
    <dl>
      {facts.map(([term, value]) => (
        <div
          key={term}
          className="flex items-center justify-between gap-4 px-4 min-h-[42px] border-b last:border-0 text-sm"
        >
          <dt className="text-muted-foreground">{term}</dt>
          <dd className="num font-[560]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function OnOff({ on, children }: { on: boolean; children: string }) {
  return (
    <Badge tone={on ? 'success' : 'neutral'} icon={on ? CircleCheck : CircleOff}>
      {children}
    </Badge>
  );
}
