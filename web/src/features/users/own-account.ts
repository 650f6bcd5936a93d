import type { AdminUser } from '@casement/proto/http/auth/users.js';
import { t } from '@/messages/i18n.js';
import { useSession } from '@/lib/session/session.js';
import { userMessages } from '@/messages/admin/users/users.js';

/** Disables actions that the server rejects on one's own account (OWN_ACCOUNT). */
export function useOwnAccountLock() {
  const { user: own } = useSession();
  return ({ id }: AdminUser) => id === own?.id && { disabled: true, title: t(userMessages).own };
}
