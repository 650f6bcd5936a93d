import { CircleCheck, CircleX, Info, UserRoundSearch, Wallet, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { cn } from '@/components/ui/class-names.js';
import { formatDateTime } from '@/lib/format/format.js';
import { finishedLinks } from '@/lib/installs/finished-links.js';
import { t } from '@/messages/i18n.js';
import { notificationMessages } from '@/messages/account/notifications.js';
import type { Entry } from './entry.js';

const STYLES: Record<string, { tone: string; icon: LucideIcon } | undefined> = {
  completed: { tone: 't-success', icon: CircleCheck },
  PAID: { tone: 't-success', icon: CircleCheck },
  failed: { tone: 't-danger', icon: CircleX },
  FAILED: { tone: 't-danger', icon: CircleX },
  manual_review: { tone: 't-review', icon: UserRoundSearch },
  quota_low: { tone: 't-warning', icon: Wallet },
  webhook_paused: { tone: 't-warning', icon: Info },
};
const DEFAULT_STYLE = { tone: 't-info', icon: Info };

export function NotificationEntry({
  entry: { type, status, message, at, unseen, to, install },
  onOpen,
}: {
  entry: Entry;
  onOpen: () => void;
}) {
  const { tone, icon: Icon } = STYLES[status] ?? DEFAULT_STYLE;
  const kinds: Record<string, string | undefined> = t(notificationMessages).kinds;
  return (
    <li className={cn('flex gap-3 px-4 py-3 border-b last:border-0', tone, unseen && 'bg-muted')}>
      <Icon className="ic mt-0.5" style={{ color: 'var(--c)' }} aria-hidden />
      <div className="flex-1 min-w-0 text-sm">
        <p className="wrap-anywhere">
          {to ? (
            <Link
              to={to}
              className="rounded-sm hover:underline underline-offset-4"
              onClick={onOpen}
            >
              {message}
            </Link>
          ) : (
            message
          )}
        </p>
        <p className="text-xs text-muted-foreground num">
          {kinds[type] ?? type} · {formatDateTime(at)}
        </p>
        {install && (
          <p className="flex gap-4 mt-1.5">
            {finishedLinks(install).map(({ label, name, to: target }) => (
              <Link key={target} className="link" to={target} aria-label={name} onClick={onOpen}>
                {label}
              </Link>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
