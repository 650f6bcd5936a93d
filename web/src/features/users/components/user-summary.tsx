import type { AdminUser, UserAction } from '@casement/proto/http/auth/users.js';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { formatDateTime, formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { userDialogMessages } from '@/messages/admin/users/user-dialogs.js';
import { userActionMessages } from '@/messages/admin/users/user-actions.js';
import { userPageMessages } from '@/messages/admin/users/user-page.js';
import { userMessages } from '@/messages/admin/users/users.js';
import { useOwnAccountLock } from '../own-account.js';
import { RoleBadge } from './role-badge.js';

export function UserSummary({
  user,
  onAction,
}: {
  user: AdminUser;
  onAction: (action: 'quota' | 'role' | 'delete' | UserAction) => void;
}) {
  const m = t(userMessages);
  const dialogs = t(userDialogMessages);
  const actions = t(userActionMessages);
  const lock = useOwnAccountLock()(user);
  const { noTelegram } = t(userPageMessages);
  const email = user.email?.trim();
  const facts: [string, ReactNode][] = [
    [
      m.quota,
      <span className="num text-xl font-[620]">
        {user.quota === null ? dialogs.quota.unknown : formatFigure(user.quota)}
      </span>,
    ],
    [m.role, <RoleBadge user={user} />],
    [
      m.email,
      <>
        {email || m.noEmail}
        {email && !user.is_verified && (
          <span className="text-muted-foreground"> ({m.notVerified})</span>
        )}
      </>,
    ],
    ['Telegram', user.telegram_display_name ?? user.telegram ?? noTelegram],
    [m.joined, <span className="num">{formatDateTime(user.created_at)}</span>],
    ...(user.suspended_at
      ? [
          [actions.suspended, `${formatDateTime(user.suspended_at)}: ${user.suspended_reason}`] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    ['ID', <span className="mono">{user.id}</span>],
  ];
  return (
    <section className="frame p-4 mb-4 grid gap-4" aria-label={user.username}>
      <dl className="grid grid-cols-1 sm:grid-cols-2 lg:grid-cols-3 gap-x-6 gap-y-3 text-sm">
        {facts.map(([term, fact]) => (
          <div key={term} className="min-w-0">
            <dt className="text-muted-foreground">{term}</dt>
            <dd className="wrap-anywhere">{fact}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={m.editQuotaOf(user.username)} onClick={() => onAction('quota')}>
          {m.editQuota}
        </Button>
        <Button
          aria-label={m.changeRoleOf(user.username)}
          onClick={() => onAction('role')}
          {...lock}
        >
          {m.changeRole}
        </Button>
        <Button onClick={() => onAction('sign_out')}>{actions.actions.sign_out}</Button>
        {email && !user.is_verified && (
          <Button onClick={() => onAction('resend_verification')}>
            {actions.actions.resend_verification}
          </Button>
        )}
        {user.suspended_at ? (
          <Button onClick={() => onAction('unsuspend')}>{actions.actions.unsuspend}</Button>
        ) : (
          <Button variant="danger" onClick={() => onAction('suspend')} {...lock}>
            {actions.actions.suspend}
          </Button>
        )}
        <Button
          variant="danger"
          aria-label={m.deleteOf(user.username)}
          onClick={() => onAction('delete')}
          {...lock}
        >
          {dialogs.remove.submit}
        </Button>
      </div>
    </section>
  );
}
