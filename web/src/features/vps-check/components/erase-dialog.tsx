import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import { vpsCheckQuery } from '../api.js';
import type { FormVpsCheck } from '../use-vps-check.js';
import CheckPanel from './check-panel.js';
import { EraseForm } from './erase-form.js';

/**
 * Runs between the Install button and the install: performs a check unless a recent one exists, then asks for
 * confirmation. No quota is held in the meantime.
 */
export default function EraseDialog({
  check,
  checkId,
  ip,
  quota,
  starting,
  onConfirm,
  onEdit,
  onClose,
}: {
  check: FormVpsCheck;
  checkId: string;
  ip: string;
  quota: number;
  /** The install is being requested. */
  starting: boolean;
  onConfirm: () => Promise<void>;
  /** Opens the form's network settings. */
  onEdit: () => void;
  onClose: () => void;
}) {
  const { erase: m } = t(vpsCheckMessages);
  const { cancel, close } = t(commonMessages);
  const { data: found, isLoadingError } = useQuery(vpsCheckQuery(checkId));

  const again = async () => {
    if (!(await check.start())) onClose();
  };
  const confirm = async (seen: VpsCheck) => {
    if (!check.isRecent()) {
      // The dialog was left open, so its data may be outdated.
      const now = await check.start({ reuse: true });
      if (now?.id !== seen.id) return now ? undefined : onClose();
    }
    await onConfirm();
  };

  if (found?.status === 'passed') {
    return (
      <EraseForm
        key={checkId}
        check={found}
        quota={quota}
        pending={starting || check.pending}
        onSubmit={() => confirm(found)}
        onEdit={onEdit}
        onClose={onClose}
      />
    );
  }
  const stopped = Boolean(found?.finished_at);
  return (
    <Dialog
      onClose={onClose}
      title={stopped ? m.stopped(ip) : m.checking(ip)}
      description={stopped ? m.stoppedHelp : m.checkingHelp}
      footer={
        <>
          <Button onClick={onClose}>{stopped ? close : cancel}</Button>
          {(stopped || isLoadingError) && (
            <Button variant="primary" busy={check.pending} onClick={() => void again()}>
              {m.again}
            </Button>
          )}
        </>
      }
    >
      <CheckPanel key={checkId} id={checkId} onEdit={onEdit} />
    </Dialog>
  );
}
