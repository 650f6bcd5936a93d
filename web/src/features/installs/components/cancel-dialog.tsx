import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { Info } from 'lucide-react';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { Note } from '@/components/ui/note.js';
import { t } from '@/messages/i18n.js';
import { placeOf } from '@/lib/installs/place.js';
import { isActive } from '@/lib/installs/phases.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { installMessages } from '@/messages/install/install.js';
import { useCancelInstall } from '../api.js';

/** Asks for confirmation and explains the effect on VPS and quota. */
export default function CancelDialog({
  install,
  onClose,
}: {
  install: InstallRecord;
  onClose: () => void;
}) {
  const { cancel: m, returningHelp } = t(installMessages);
  const cancel = useCancelInstall();

  const submit = async () => {
    const done = ({ data }: Awaited<ReturnType<typeof cancel.mutateAsync>>) =>
      data && isActive(data) ? { title: m.done, description: returningHelp } : { title: m.done };
    await withToast(cancel.mutateAsync(install.id), { done, failed: m.failed });
    // Rejected because the install can no longer be cancelled. The record shows its current state.
    onClose();
  };

  return (
    <FormDialog
      title={m.title(placeOf(install))}
      width={440}
      submit={m.submit}
      variant="destroy"
      dismiss={m.keep}
      pending={cancel.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Note tone="info" icon={Info}>
        {m.help}
      </Note>
    </FormDialog>
  );
}
