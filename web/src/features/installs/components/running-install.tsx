import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { useLiveInstall } from '../use-live-install.js';
import { ProgressPanel } from './progress-panel.js';

/** Titled with the customer's IP. */
export function RunningInstall(props: { install: InstallRecord }) {
  const { install, log } = useLiveInstall(props.install);
  return (
    <section className="frame mt-5" aria-label={install.ip}>
      <div className="frame-head flex-wrap py-2!">
        <h2 className="mono text-[0.9375rem]!">{install.ip}</h2>
        <span className="text-sm text-muted-foreground max-sm:hidden">
          {install.win_name ?? install.win_ver}
        </span>
        <span className="flex-1" />
        <InstallStatusBadge status={install.status} spin />
      </div>
      <div className="p-4">
        <ProgressPanel install={install} log={log} />
      </div>
    </section>
  );
}
