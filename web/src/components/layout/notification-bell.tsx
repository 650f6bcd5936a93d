import { Bell } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/lib/messages.js';
import { readNotifications, useSession } from '@/lib/session.js';
import { notificationMessages } from '@/messages/notifications.js';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/lazy-dialog.js';

const load = () => import('./notification-list.js');
const NotificationList = lazyDialog(load);

/** The in-app notifications (SPEC §3): the bell counts what is new, the list under it shows the last 10. */
export function NotificationBell() {
  const m = t(notificationMessages);
  const { notifications, unread } = useSession();
  const [open, setOpen] = useState(false);
  const prefetch = () => void load().catch(() => undefined);
  const close = () => {
    readNotifications();
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="ghost"
        icon
        className="relative"
        aria-label={m.bell(unread)}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={m.title}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        <Bell className="ic" />
        {unread > 0 && (
          <span className="bell-count num" aria-hidden>
            {unread}
          </span>
        )}
      </Button>
      {open && <NotificationList notifications={notifications} unread={unread} onClose={close} />}
    </>
  );
}
