import type { AdminUser } from '@casement/proto/http/auth/users.js';
import { DeleteUserDialog } from './delete-user-dialog.js';
import { QuotaDialog } from './quota-dialog.js';
import { RoleDialog } from './role-dialog.js';

const DIALOGS = { quota: QuotaDialog, role: RoleDialog, delete: DeleteUserDialog };

export default function UserDialog({
  action,
  user,
  onClose,
}: {
  action: keyof typeof DIALOGS;
  user: AdminUser;
  onClose: () => void;
}) {
  const Dialog = DIALOGS[action];
  return <Dialog user={user} onClose={onClose} />;
}
