import type { DeviceLogin } from '@casement/proto/http/auth/device-logins.js';
import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { Note } from '@/components/ui/note.js';
import { formatAgo } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { apiKeysMessages } from '@/messages/account/api-keys.js';
import { deviceLoginMessages } from '@/messages/account/device-login.js';
import { useApproveDeviceLogin, useDenyDeviceLogin } from './api.js';

/** The requested access and its origin, to be confirmed or rejected. */
export function ConfirmStep({
  code,
  login,
  onClose,
}: {
  code: string;
  login: DeviceLogin;
  onClose: () => void;
}) {
  const m = t(deviceLoginMessages);
  const { scopeNames } = t(apiKeysMessages);
  const approve = useApproveDeviceLogin();
  const deny = useDenyDeviceLogin();
  const pending = approve.isPending || deny.isPending;
  const confirm = async () => {
    const done = () => ({ title: m.confirmed, description: m.confirmedHelp });
    if (await withToast(approve.mutateAsync(code), { done, failed: m.confirmFailed })) onClose();
  };
  const refuse = async () => {
    const done = () => ({ title: m.refused, description: m.refusedHelp });
    if (await withToast(deny.mutateAsync(code), { done, failed: m.refuseFailed })) onClose();
  };
  const { expires_in_days: days, networks } = login;
  return (
    <Dialog
      title={m.confirmTitle(login.name)}
      description={m.confirmLead}
      width={520}
      busy={pending}
      onClose={onClose}
      footer={
        <>
          <Button disabled={pending} onClick={() => void refuse()}>
            {m.refuse}
          </Button>
          <Button variant="primary" disabled={pending} onClick={() => void confirm()}>
            {m.confirm}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Note tone="warning" icon={TriangleAlert}>
          {m.warning}
        </Note>
        <DetailRows>
          <DetailRow term={m.machine} value={login.name} plain />
          <DetailRow term={m.address} value={login.address} />
          <DetailRow term={m.asked} value={formatAgo(login.requested_at)} plain />
          <DetailRow
            term={m.mayDo}
            value={login.scopes.map((scope) => scopeNames[scope]).join(', ')}
            plain
          />
          {networks.length > 0 && <DetailRow term={m.from} value={networks.join(', ')} />}
          <DetailRow term={m.ends} value={days === null ? m.never : m.days(days)} plain />
        </DetailRows>
      </div>
    </Dialog>
  );
}
