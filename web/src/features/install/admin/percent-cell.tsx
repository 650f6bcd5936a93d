import type { InstallRecord } from '@casement/proto/http/install.js';
import { formatPercent } from '@/lib/format.js';
import { t } from '@/lib/messages.js';
import { adminInstallMessages } from '@/messages/admin-installs.js';
import { installMessages } from '@/messages/install.js';
import { Lights } from '../components/lights.js';
import { writePercent } from '../phases.js';

/** The percentage of the status, the phases as panes, and the live progress of the write. */
export function PercentCell({ install, percent }: { install: InstallRecord; percent: number }) {
  const { monitoring } = t(adminInstallMessages);
  const { phases } = t(installMessages);
  const { phase } = install.progress;
  const written = writePercent(install);
  return (
    <span className="flex items-center gap-2.5 min-w-0">
      <span className="w-24 shrink-0 max-lg:flex-1">
        <Lights install={install} small />
      </span>
      <span className="num w-12 text-right">{formatPercent(percent)}</span>
      <span className="text-muted-foreground text-xs truncate">
        {written !== null
          ? monitoring.written(formatPercent(written))
          : install.status === 'running' && phase && phases[phase]}
      </span>
    </span>
  );
}
