import type { AdminUser } from '@casement/proto/http/auth/users.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { userDialogMessages } from '@/messages/admin/users/user-dialogs.js';
import { userMessages } from '@/messages/admin/users/users.js';
import { useUpdateRole } from '../api.js';

/** Changes the role between User and Admin after explaining the effect. */
export function RoleDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { role: m } = t(userDialogMessages);
  const { updated, updateFailed } = t(userMessages);
  const update = useUpdateRole();
  const promote = user.admin === 0;

  const submit = async () => {
    const change = update.mutateAsync({ id: user.id, admin: promote ? 1 : 0 });
    if (await withToast(change, { done: () => ({ title: updated }), failed: updateFailed })) {
      onClose();
    }
  };

  return (
    <FormDialog
      title={m.title}
      width={440}
      submit={promote ? m.makeAdmin : m.makeUser}
      pending={update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        <p className="font-[560] wrap-anywhere">
          {promote ? m.toAdmin(user.username) : m.toUser(user.username)}
        </p>
        <p className="text-muted-foreground mt-1">{promote ? m.toAdminHelp : m.toUserHelp}</p>
      </div>
    </FormDialog>
  );
}
