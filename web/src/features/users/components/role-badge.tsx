import type { AdminUser } from '@casement/proto/http/auth/users.js';
import { ShieldCheck, UserRound } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { t } from '@/messages/i18n.js';
import { userMessages } from '@/messages/admin/users/users.js';

export function RoleBadge({ user }: { user: AdminUser }) {
  const admin = user.admin === 1;
  return (
    <Badge tone={admin ? 'info' : 'neutral'} icon={admin ? ShieldCheck : UserRound}>
      {t(userMessages).roles[user.admin]}
    </Badge>
  );
}
