import type { RemovedBlocks } from '@casement/proto/http/security/unblocks.js';
import ConfirmDialog from '@/components/ui/dialog/confirm-dialog.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { useRemoveExpired } from '../api.js';

/** Asks for confirmation before ended blocks are removed from the list. */
export default function RemoveExpiredDialog({ onClose }: { onClose: () => void }) {
  const { blocked: m } = t(securityMessages);
  const remove = useRemoveExpired();

  const submit = async () => {
    const done = ({ removed }: RemovedBlocks) => ({
      title: m.removed,
      description: m.removedHelp(removed),
    });
    if (await withToast(remove.mutateAsync(), { done, failed: m.removeFailed })) onClose();
  };

  return (
    <ConfirmDialog
      title={m.removeExpiredTitle}
      question={m.removeExpiredLead}
      submit={m.removeExpired}
      pending={remove.isPending}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
