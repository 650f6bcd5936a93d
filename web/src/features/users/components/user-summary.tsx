import type { AdminUser } from '@casement/proto/http/auth.js';
import { Button } from '@/components/ui/button.js';
import { formatDateTime, formatFigure } from '@/lib/format.js';
import { t } from '@/lib/messages.js';
import { userPageMessages } from '@/messages/user-page.js';
import { userMessages } from '@/messages/users.js';
import { RoleBadge } from './role-badge.js';

/** Who it is, the balance, and what the table of users offers to do. */
export function UserSummary({
  user,
  onAction,
}: {
  user: AdminUser;
  onAction: (action: 'quota' | 'role' | 'delete') => void;
}) {
  const m = t(userMessages);
  const { noTelegram } = t(userPageMessages);
  const email = user.email?.trim();
  return (
    <section className="frame p-4 mb-4 grid gap-4" aria-label={user.username}>
      <dl className="kv">
        <dt>{m.quota}</dt>
        <dd className="num text-xl font-[620]">
          {user.quota === null ? m.quotaDialog.unknown : formatFigure(user.quota)}
        </dd>
        <dt>{m.role}</dt>
        <dd>
          <RoleBadge user={user} />
        </dd>
        <dt>{m.email}</dt>
        <dd className="wrap-anywhere">
          {email || m.noEmail}
          {email && !user.is_verified && (
            <span className="text-muted-foreground"> ({m.notVerified})</span>
          )}
        </dd>
        <dt>Telegram</dt>
        <dd className="wrap-anywhere">
          {user.telegram_display_name ?? user.telegram ?? noTelegram}
        </dd>
        <dt>{m.joined}</dt>
        <dd className="num">{formatDateTime(user.created_at)}</dd>
        <dt>ID</dt>
        <dd className="mono text-sm wrap-anywhere">{user.id}</dd>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={m.editQuotaOf(user.username)} onClick={() => onAction('quota')}>
          {m.editQuota}
        </Button>
        <Button aria-label={m.changeRoleOf(user.username)} onClick={() => onAction('role')}>
          {m.changeRole}
        </Button>
        <Button
          variant="danger"
          aria-label={m.deleteOf(user.username)}
          onClick={() => onAction('delete')}
        >
          {m.deleteDialog.submit}
        </Button>
      </div>
    </section>
  );
}
