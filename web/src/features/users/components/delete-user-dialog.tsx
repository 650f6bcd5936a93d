import type { AdminUser } from '@casement/proto/http/auth/users.js';
import { TriangleAlert } from 'lucide-react';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { Note } from '@/components/ui/note.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { userDialogMessages } from '@/messages/admin/users/user-dialogs.js';
import { userMessages } from '@/messages/admin/users/users.js';
import { useDeleteUser } from '../api.js';

/** Lists the data deleted with an account and asks for confirmation (SPEC §2). */
export function DeleteUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { remove: m } = t(userDialogMessages);
  const { deleted, deleteFailed } = t(userMessages);
  const remove = useDeleteUser();

  const submit = async () => {
    const change = remove.mutateAsync(user.id);
    if (await withToast(change, { done: () => ({ title: deleted }), failed: deleteFailed })) {
      onClose();
    }
  };

  return (
    <FormDialog
      title={m.title}
      description={user.email ?? undefined}
      width={440}
      submit={m.submit}
      variant="destroy"
      pending={remove.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Note tone="danger" icon={TriangleAlert}>
        <p className="wrap-anywhere">{m.lead(user.username)}</p>
        <ul className="list-disc pl-5 my-1">
          {m.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p className="font-[560]">{m.undone}</p>
      </Note>
    </FormDialog>
  );
}
