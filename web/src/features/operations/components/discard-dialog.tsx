import type { DeadLetter, OperatedService } from '@casement/proto/http/operations.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { operationsMessages } from '@/messages/admin/operations/operations.js';
import { useDiscardDeadLetter } from '../api.js';

export default function DiscardDialog({
  service,
  deadLetter: { id, subject },
  onClose,
}: {
  service: OperatedService;
  deadLetter: DeadLetter;
  onClose: () => void;
}) {
  const { letters: m } = t(operationsMessages);
  const discard = useDiscardDeadLetter(service);

  const submit = async () => {
    const done = () => ({ title: m.discarded });
    if (await withToast(discard.mutateAsync(id), { done, failed: m.discardFailed })) onClose();
  };

  return (
    <FormDialog
      title={m.discardTitle}
      width={440}
      submit={m.discard}
      variant="destroy"
      pending={discard.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="mono wrap-anywhere">{subject}</p>
      <p className="text-muted-foreground">{m.discardLead}</p>
    </FormDialog>
  );
}
