import type { AdminUser } from '@casement/proto/http/auth.js';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { attempt } from '../../../lib/attempt.js';
import { say } from '../../../lib/messages.js';
import { commonTexts } from '../../../messages/common.js';
import { userTexts } from '../../../messages/users.js';
import { useUpdateRole } from '../api/update-role.js';

/** From User to Admin or back, after a word about what that means. */
export function RoleDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { roleDialog: m, updated, updateFailed } = say(userTexts);
  const update = useUpdateRole();
  const promote = user.admin === 0;

  const submit = async () => {
    const change = update.mutateAsync({ id: user.id, admin: promote ? 1 : 0 });
    if (await attempt(change, { done: () => ({ title: updated }), failed: updateFailed })) {
      onClose();
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={m.title}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>{say(commonTexts).cancel}</Button>
          <Button variant="primary" disabled={update.isPending} onClick={() => void submit()}>
            {promote ? m.makeAdmin : m.makeUser}
          </Button>
        </>
      }
    >
      <p className="font-[560] wrap-anywhere">
        {promote ? m.toAdmin(user.username) : m.toUser(user.username)}
      </p>
      <p className="text-muted-foreground mt-1">{promote ? m.toAdminHelp : m.toUserHelp}</p>
    </Dialog>
  );
}
