import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { cn } from '@/components/ui/class-names.js';
import { formatPercent } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { failurePointOf, writePercent } from '@/lib/installs/phases.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { installMessages } from '@/messages/install/install.js';
import { Lights } from './lights.js';

/**
 * The percentage defined for the status, the phases as panes, and the actual progress: live during the write, or
 * where a failed install stopped.
 */
export function PercentCell({ install, percent }: { install: InstallRecord; percent: number }) {
  const failed = install.status === 'failed';
  return (
    <span className="flex items-center gap-2.5 min-w-0">
      <span className="w-24 shrink-0 max-lg:flex-1">
        <Lights install={install} small />
      </span>
      <span className={cn('num w-12 text-right', failed && 'text-danger')}>
        {formatPercent(percent)}
      </span>
      <span className={cn('text-xs truncate', failed ? 'text-danger' : 'text-muted-foreground')}>
        {detailOf(install)}
      </span>
    </span>
  );
}

function detailOf(install: InstallRecord): string | null {
  const { monitoring: m } = t(adminInstallMessages);
  const { status, progress } = install;
  if (status === 'failed') {
    const failurePoint = failurePointOf(progress);
    return failurePoint && m.stoppedAt(failurePoint);
  }
  const written = writePercent(install);
  if (written !== null) return m.written(formatPercent(written));
  return status === 'running' && progress.phase ? t(installMessages).phases[progress.phase] : null;
}
