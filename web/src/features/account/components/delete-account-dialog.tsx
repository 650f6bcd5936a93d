import { TriangleAlert } from 'lucide-react';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { Note } from '@/components/ui/note.js';
import { paths } from '@/config/paths.js';
import { messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { endSession } from '@/lib/session/session.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { settingsMessages } from '@/messages/account/settings.js';
import { commonMessages } from '@/messages/common.js';
import { useDeleteAccount } from '../api.js';

/** Deletes the account after its name has been typed. A rejection (running installs) is shown and changes nothing. */
export default function DeleteAccountDialog({
  username,
  before,
  onClose,
}: {
  username: string;
  /** Offers a download of data that the deletion erases. Belongs to another feature. */
  before: ReactNode;
  onClose: () => void;
}) {
  const { deletion: m } = t(settingsMessages);
  const { cancel, pleaseTryAgain } = t(commonMessages);
  const id = useId();
  const [typed, setTyped] = useState('');
  const deletion = useDeleteAccount();
  const sure = typed === username;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!sure) return;
    const done = () => ({ title: m.done, description: m.doneHelp });
    if (await withToast(deletion.mutateAsync(), { done, failed: m.failed }))
      endSession(paths.landing);
  };

  return (
    <Dialog
      onClose={onClose}
      width={460}
      title={m.title}
      description={m.warning}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            type="submit"
            variant="destroy"
            form={id}
            disabled={!sure}
            busy={deletion.isPending}
          >
            {m.submit}
          </Button>
        </>
      }
    >
      {before}
      <form id={id} className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          label={m.confirm(username)}
          mono
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        {deletion.isError && (
          <Note tone="danger" icon={TriangleAlert}>
            {messageOf(deletion.error, pleaseTryAgain)}
          </Note>
        )}
      </form>
    </Dialog>
  );
}
