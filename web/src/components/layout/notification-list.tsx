import {
  BellOff,
  CircleCheck,
  CircleX,
  Info,
  UserRoundSearch,
  X,
  type LucideIcon,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { formatDateTime } from '@/lib/format.js';
import { t } from '@/lib/messages.js';
import type { AppNotification } from '@/lib/session.js';
import { commonMessages } from '@/messages/common.js';
import { notificationMessages } from '@/messages/notifications.js';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { returnFocus } from '@/components/ui/focus-return.js';
import { EmptyState } from '@/components/ui/states.js';

const LOOKS: Record<string, { tone: string; icon: LucideIcon } | undefined> = {
  completed: { tone: 't-success', icon: CircleCheck },
  PAID: { tone: 't-success', icon: CircleCheck },
  failed: { tone: 't-danger', icon: CircleX },
  FAILED: { tone: 't-danger', icon: CircleX },
  manual_review: { tone: 't-review', icon: UserRoundSearch },
};
const OTHERWISE = { tone: 't-info', icon: Info };

/** Under the bell: the notifications, newest first (SPEC §3). */
export default function NotificationList({
  notifications,
  unread,
  onClose,
}: {
  notifications: AppNotification[];
  /** So many of the first ones are new. */
  unread: number;
  onClose: () => void;
}) {
  const m = t(notificationMessages);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40" />
        <Dialog.Content
          className="bell-list"
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
        >
          <header className="flex items-center justify-between h-12 pl-4 pr-2 border-b">
            <Dialog.Title className="text-base">{m.title}</Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="ghost" size="sm" icon aria-label={t(commonMessages).close}>
                <X className="ic" />
              </Button>
            </Dialog.Close>
          </header>
          {notifications.length === 0 ? (
            <EmptyState icon={BellOff} title={m.empty} help={m.emptyHelp} />
          ) : (
            <ol className="scroll-area outline-offset-[-2px]!" tabIndex={0} aria-label={m.title}>
              {notifications.map((notification, i) => (
                <Entry
                  key={notifications.length - i}
                  notification={notification}
                  fresh={i < unread}
                />
              ))}
            </ol>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Entry({
  notification: { type, status, message, at },
  fresh,
}: {
  notification: AppNotification;
  fresh: boolean;
}) {
  const { tone, icon: Icon } = LOOKS[status] ?? OTHERWISE;
  const kinds: Record<string, string | undefined> = t(notificationMessages).kinds;
  return (
    <li className={cn('flex gap-3 px-4 py-3 border-b last:border-0', tone, fresh && 'bg-muted')}>
      <Icon className="ic mt-0.5" style={{ color: 'var(--c)' }} aria-hidden />
      <div className="flex-1 min-w-0 text-sm">
        <p className="wrap-break-word">{message}</p>
        <p className="text-xs text-muted-foreground num">
          {kinds[type] ?? type} · {formatDateTime(at)}
        </p>
      </div>
    </li>
  );
}
