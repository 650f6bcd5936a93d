import type { InstallRecord } from '@casement/proto/http/install.js';
import { Info } from 'lucide-react';
import { FormDialog } from '@/components/ui/form-dialog.js';
import { Note } from '@/components/ui/note.js';
import { attempt } from '@/lib/attempt.js';
import { say } from '@/lib/messages.js';
import { installTexts } from '@/messages/install.js';
import { useCancelInstall } from '../api/cancel-install.js';

/** Asks once more, and says what becomes of VPS and quota. */
export default function CancelDialog({
  install,
  onClose,
}: {
  install: InstallRecord;
  onClose: () => void;
}) {
  const { cancel: m } = say(installTexts);
  const cancel = useCancelInstall();

  const submit = async () => {
    const done = ({ message }: { message: string }) => ({ title: m.done, description: message });
    await attempt(cancel.mutateAsync(install.id), { done, failed: m.failed });
    // Refused: its time is over, and the record says where it is now.
    onClose();
  };

  return (
    <FormDialog
      title={m.title(install.ip)}
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
