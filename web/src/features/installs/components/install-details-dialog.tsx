import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { MonitorPlay, PlugZap } from 'lucide-react';
import { useState } from 'react';
import { InstallAddress } from '@/components/installs/install-address.js';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { formatDateTime } from '@/lib/format/format.js';
import { FactList } from '@/components/ui/fact-list.js';
import { t } from '@/messages/i18n.js';
import { canInstallAgain, isActive, isCancellable } from '@/lib/installs/phases.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install/install.js';
import { RdpCheck } from '../rdp/rdp-check.js';
import { useLiveInstall } from '../use-live-install.js';
import { InstallLog } from './install-log.js';
import { ReturnToLinuxButton, SshAccess } from './ssh-access.js';
import { ProgressPanel } from './progress-panel.js';

const CancelDialog = lazyDialog(() => import('./cancel-dialog.js'));

export default function InstallDetailsDialog(props: {
  install: InstallRecord;
  onTryAgain: (install: InstallRecord) => void;
  onConnect: (install: InstallRecord) => void;
  onDesktop: (install: InstallRecord) => void;
  onClose: () => void;
}) {
  const { onTryAgain, onConnect, onDesktop, onClose } = props;
  const { install, log } = useLiveInstall(props.install);
  const { detail: m, history, cancel } = t(installMessages);
  const [cancelling, setCancelling] = useState(false);
  if (cancelling) return <CancelDialog install={install} onClose={() => setCancelling(false)} />;
  return (
    <Dialog
      onClose={onClose}
      title={<InstallAddress {...install} />}
      description={install.win_name ?? install.win_ver}
      footer={
        <>
          {isCancellable(install) && (
            <Button variant="danger" onClick={() => setCancelling(true)}>
              {cancel.submit}
            </Button>
          )}
          <Button onClick={onClose}>{t(commonMessages).close}</Button>
          {install.guard?.recovery?.return_to_linux && <ReturnToLinuxButton id={install.id} />}
          {install.status === 'failed' && install.kind !== 'linux' && (
            <Button variant="primary" onClick={() => onTryAgain(install)}>
              {canInstallAgain(install) ? history.installAgain : history.tryAgain}
            </Button>
          )}
          {install.status === 'completed' && install.rdp?.desktop && (
            <Button onClick={() => onDesktop(install)}>
              <MonitorPlay className="ic" />
              {history.openDesktop}
            </Button>
          )}
          {install.status === 'completed' && install.kind !== 'linux' && (
            <Button variant="primary" onClick={() => onConnect(install)}>
              <PlugZap className="ic" />
              {history.connect}
            </Button>
          )}
        </>
      }
    >
      <ProgressPanel install={install} log={log} narrow />
      <SshAccess {...install} />
      <FactList
        className="mt-5 items-center num"
        facts={[
          [history.status, <InstallStatusBadge status={install.status} />],
          [m.quota, m.quotaStates[install.quota]],
          [m.startedAt, formatDateTime(install.created_at)],
          [m.updatedAt, formatDateTime(install.updated_at)],
          [m.id, <span className="mono text-xs break-all">{install.id}</span>],
        ]}
      />
      {install.status === 'manual_review' && install.kind !== 'linux' && (
        <RdpCheck id={install.id} />
      )}
      {!isActive(install) && (
        <div className="mt-4">
          <InstallLog id={install.id} />
        </div>
      )}
    </Dialog>
  );
}
