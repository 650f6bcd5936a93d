import { TriangleAlert } from 'lucide-react';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { Note } from '@/components/ui/note.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { useBlockIp, type Block } from '../api.js';

/** Second confirmation, because the administrator would be locked out. */
export function OwnAddressDialog({
  block,
  message,
  onClose,
}: {
  block: Block;
  message: string;
  onClose: () => void;
}) {
  const { blockDialog: m } = t(securityMessages);
  const change = useBlockIp();

  const submit = async () => {
    const { ip, duration } = block;
    const done = () => ({ title: m.blocked, description: m.blockedHelp(ip, duration) });
    const sent = change.mutateAsync({ ...block, confirm: true });
    if (await withToast(sent, { done, failed: m.failed })) onClose();
  };

  return (
    <FormDialog
      title={m.ownTitle}
      width={440}
      submit={m.ownSubmit}
      variant="destroy"
      pending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Note tone="danger" icon={TriangleAlert} alert>
        <p className="font-[560] wrap-anywhere">{message}</p>
        <p>{m.ownHelp}</p>
      </Note>
      <dl className="kv">
        <dt>{m.ip}</dt>
        <dd className="mono wrap-anywhere">{block.ip}</dd>
        <dt>{m.duration}</dt>
        <dd className="num">{block.duration}</dd>
      </dl>
    </FormDialog>
  );
}
