import type { BlockedIp } from '@casement/proto/http/security/blocks.js';
import type { BulkUnblocked } from '@casement/proto/http/security/unblocks.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { useUnblockIps } from '../api.js';

/** Lists the addresses to be unblocked and asks for confirmation. */
export default function UnblockDialog({
  blocks,
  onClose,
}: {
  blocks: BlockedIp[];
  onClose: () => void;
}) {
  const { blocked: m } = t(securityMessages);
  const unblock = useUnblockIps();

  const submit = async () => {
    const sent = unblock.mutateAsync({ ips: blocks.map(({ ip }) => ip), reason: m.unblockReason });
    const done = ({ unblocked, notBlocked }: BulkUnblocked) => ({
      title: m.unblocked,
      description: [
        m.unblockedSome(unblocked),
        notBlocked.length > 0 && m.notUnblocked(notBlocked.length),
      ]
        .filter(Boolean)
        .join(' '),
    });
    if (await withToast(sent, { done, failed: m.unblockSelectedFailed })) onClose();
  };

  return (
    <FormDialog
      title={m.unblockTitle(blocks.length)}
      description={m.unblockLead}
      width={440}
      readable={m.unblockLead}
      submit={m.unblock}
      pending={unblock.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ul className="grid gap-1 text-sm">
        {blocks.map(({ id, ip }) => (
          <li key={id} className="mono wrap-anywhere">
            {ip}
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
