import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { notificationMessages } from '@/messages/account/notifications.js';
import { useNotifications } from './use-notifications.js';

const load = () => import('./notification-list.js');
const NotificationList = lazyDialog(load);
const AllNotifications = lazyDialog(() => import('./all-notifications-dialog.js'));

/** Bell of the in-app notifications (SPEC §3) with the number of new ones. Its list shows the last 10. */
export function NotificationBell() {
  const m = t(notificationMessages);
  const { entries, unseen, read } = useNotifications();
  const [open, setOpen] = useState(false);
  const all = useHistoryDialog('notifications');
  const prefetch = () => void load().catch(() => undefined);
  const close = () => {
    read();
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="ghost"
        icon
        className="relative"
        aria-label={m.bell(unseen)}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={m.title}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        <Bell className="ic" />
        {unseen > 0 && (
          <span className="bell-count num" aria-hidden>
            {unseen}
          </span>
        )}
      </Button>
      {open && (
        <NotificationList
          entries={entries}
          onAll={() => {
            close();
            all.open(true);
          }}
          onClose={close}
        />
      )}
      {all.of && <AllNotifications onClose={all.close} />}
    </>
  );
}
