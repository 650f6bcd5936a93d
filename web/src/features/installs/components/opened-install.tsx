import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { useState } from 'react';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';

const InstallDetailsDialog = lazyDialog(() => import('./install-details-dialog.js'));
const RdpDialog = lazyDialog(() => import('../rdp/rdp-dialog.js'));

/**
 * Details of an install. For a completed Windows, how to connect; if it completes while the details are open, they offer
 * that as the next step.
 */
export function OpenedInstall({
  onTryAgain,
  ...props
}: {
  install: InstallRecord;
  onTryAgain: (install: InstallRecord) => void;
  onDesktop: (install: InstallRecord) => void;
  onClose: () => void;
}) {
  const [connecting, setConnecting] = useState(
    props.install.status === 'completed' && props.install.kind !== 'linux',
  );
  return connecting ? (
    <RdpDialog {...props} onInstallAgain={onTryAgain} />
  ) : (
    <InstallDetailsDialog
      {...props}
      onConnect={() => setConnecting(true)}
      onTryAgain={onTryAgain}
    />
  );
}
