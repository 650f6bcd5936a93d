import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { InstallAddress } from '@/components/installs/install-address.js';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { placeOf } from '@/lib/installs/place.js';
import { useLiveInstall } from '../use-live-install.js';
import { ProgressPanel } from './progress-panel.js';

export function RunningInstall(props: { install: InstallRecord }) {
  const { install, log } = useLiveInstall(props.install);
  return (
    <section className="frame mt-5" aria-label={placeOf(install)}>
      <div className="frame-head flex-wrap py-2!">
        <h2 className="text-[0.9375rem]!">
          <InstallAddress {...install} />
        </h2>
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
