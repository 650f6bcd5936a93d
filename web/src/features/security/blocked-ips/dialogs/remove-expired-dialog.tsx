import type { RemovedBlocks } from '@casement/proto/http/security/unblocks.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { securityMessages } from '@/messages/admin/security.js';
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
    <FormDialog
      title={m.removeExpiredTitle}
      width={440}
      submit={m.removeExpired}
      variant="destroy"
      pending={remove.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-muted-foreground">{m.removeExpiredLead}</p>
    </FormDialog>
  );
}
