import type { AdminUser } from '@casement/proto/http/auth.js';
import { ShieldCheck, UserRound } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { say } from '@/lib/messages.js';
import { userTexts } from '@/messages/users.js';

export function RoleBadge({ user }: { user: AdminUser }) {
  const admin = user.admin === 1;
  return (
    <Badge tone={admin ? 'info' : 'neutral'} icon={admin ? ShieldCheck : UserRound}>
      {say(userTexts).roles[user.admin]}
    </Badge>
  );
}
