import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { Undo2 } from 'lucide-react';
import { HelpLink } from '@/components/installs/help-link.js';
import { Lights } from '@/components/installs/lights.js';
import { Badge } from '@/components/ui/badge.js';
import { formatMinutes, formatPercent } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { isReturning, phaseName, writePercent } from '@/lib/installs/phases.js';
import { installMessages } from '@/messages/install/install.js';

/** An inline style because the screen's CSS budget has no room for a class. */
const TWO_LINES = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const;

/** Progress, or the result and the state of the quota hold. */
export function InstallProgressCell({ install }: { install: InstallRecord }) {
  const m = t(installMessages);
  const { status, progress, quota } = install;
  const failure = install.failure && failureText(install.failure);
  const help = failure && <HelpLink code={install.failure!.code} about={failure.message} />;
  const muted = 'text-sm text-muted-foreground';
  switch (status) {
    case 'pending':
      return <span className={muted}>{m.queued}</span>;
    case 'preparing':
    case 'running': {
      if (isReturning(install)) return <span className={muted}>{m.returning}</span>;
      const percent = writePercent(install);
      return (
        <span className="flex items-center gap-2.5 min-w-0">
          <span className="w-36 min-w-12 max-lg:flex-1">
            <Lights install={install} small />
          </span>
          {percent !== null ? (
            <span className="num">{formatPercent(percent)}</span>
          ) : (
            <span className="text-muted-foreground text-xs truncate">
              {progress.phase ? phaseName(progress.phase, install.kind) : m.statuses[status]}
            </span>
          )}
        </span>
      );
    }
    case 'completed':
      return (
        <span className="num text-sm text-muted-foreground">
          {formatMinutes((Date.parse(install.updated_at) - Date.parse(install.created_at)) / 1000)}
        </span>
      );
    case 'manual_review':
      return (
        <span className={`${muted} block whitespace-normal`}>
          {m.history.teamLooking} {help}
        </span>
      );
    case 'failed': {
      const reason =
        failure?.message ??
        (quota === 'returned' && !progress.committed && m.history.nothingChanged);
      return (
        <span className="grid grid-cols-1 justify-items-start gap-1 py-1">
          <span className="flex flex-wrap gap-x-2 gap-y-1 items-center">
            {quota === 'returned' && (
              <Badge tone="neutral" icon={Undo2}>
                {m.history.quotaReturned}
              </Badge>
            )}
            {help}
          </span>
          {reason && (
            <span className={`${muted} whitespace-normal`} style={TWO_LINES} title={reason}>
              {reason}
            </span>
          )}
        </span>
      );
    }
  }
}
