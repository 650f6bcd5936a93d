import type { InstallRecord } from '@casement/proto/http/install.js';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { formatDateTime } from '../../../lib/format.js';
import { say } from '../../../lib/messages.js';
import { commonTexts } from '../../../messages/common.js';
import { installTexts } from '../../../messages/install.js';
import { InstallStatusBadge } from './install-status-badge.js';
import { ProgressPanel } from './progress-panel.js';

/** One install: where it is, or how it ended. */
export default function InstallDetailsDialog({
  install,
  onClose,
}: {
  install: InstallRecord;
  onClose: () => void;
}) {
  const { detail: m, history } = say(installTexts);
  return (
    <Dialog
      onClose={onClose}
      title={<span className="mono">{install.ip}</span>}
      description={install.win_name ?? install.win_ver}
      footer={<Button onClick={onClose}>{say(commonTexts).close}</Button>}
    >
      <ProgressPanel install={install} narrow />
      <dl className="kv mt-5 items-center">
        <dt>{history.status}</dt>
        <dd>
          <InstallStatusBadge status={install.status} />
        </dd>
        <dt>{m.quota}</dt>
        <dd>{m.quotaStates[install.quota]}</dd>
        <dt>{m.startedAt}</dt>
        <dd className="num">{formatDateTime(install.created_at)}</dd>
        <dt>{m.updatedAt}</dt>
        <dd className="num">{formatDateTime(install.updated_at)}</dd>
        <dt>{m.id}</dt>
        <dd className="mono text-xs break-all">{install.id}</dd>
      </dl>
    </Dialog>
  );
}
