import { useQuery } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { EmptyState } from '@/components/ui/feedback/states.js';
import { Pagination } from '@/components/ui/table/pagination.js';
import { t } from '@/messages/i18n.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { notificationMessages } from '@/messages/account/notifications.js';
import { commonMessages } from '@/messages/common.js';
import { notificationsQuery } from './api.js';
import { toEntry } from './entry.js';
import { NotificationEntry } from './notification-entry.js';

export default function AllNotificationsDialog({ onClose }: { onClose: () => void }) {
  const m = t(notificationMessages);
  const { close } = t(commonMessages);
  const [page, setPage] = useHistoryState('notifications', 1);
  const query = useQuery(notificationsQuery(page));
  const { data } = query;
  return (
    <Dialog
      onClose={onClose}
      title={m.all}
      description={m.allLead}
      width={560}
      footer={<Button onClick={onClose}>{close}</Button>}
    >
      {data && data.meta.total > 0 ? (
        <section className="frame overflow-hidden" aria-label={m.all}>
          <ol>
            {data.items.map((notification) => (
              <NotificationEntry
                key={notification.id}
                entry={toEntry(notification)}
                onOpen={() => undefined}
              />
            ))}
          </ol>
          <Pagination label={m.all} meta={data.meta} onPage={(next) => setPage(next)} />
        </section>
      ) : data ? (
        <EmptyState icon={BellOff} title={m.empty} help={m.emptyHelp} />
      ) : (
        <QueryFallback query={query} title={m.loadFailed} />
      )}
    </Dialog>
  );
}
