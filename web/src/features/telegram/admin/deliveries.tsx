import type { Delivery, DeliveryStatus } from '@casement/proto/http/telegram/telegram.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleOff, CircleX, Clock, Send, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { emptyTable, TableFilters } from '@/components/ui/table/table-filters.js';
import { formatDateTime, formatFigure } from '@/lib/format/format.js';
import { phraseMessage, t } from '@/messages/i18n.js';
import { useFilters } from '@/lib/navigation/use-filters.js';
import { useRestoreFocus } from '@/lib/navigation/use-restore-focus.js';
import { withToast, useFailureToast } from '@/lib/toast/toast-failure.js';
import { noticeMessages } from '@/messages/account/notices.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { SendTest } from '../components/send-test.js';
import { deliveriesQuery, useRetryDelivery } from './api.js';

const STYLES: Record<DeliveryStatus, { tone: Tone; icon: LucideIcon }> = {
  waiting: { tone: 'info', icon: Clock },
  sent: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  skipped: { tone: 'neutral', icon: CircleOff },
};

/** Outgoing notifications with their results. Failed ones can be resent. */
export function Deliveries() {
  const { loadFailed } = t(adminMessages);
  const { deliveries: m } = t(noticeMessages);
  const table = useFilters<{ status: DeliveryStatus | 'all' }>('deliveries', {
    status: 'all',
  });
  const query = useQuery(deliveriesQuery(table.filter));
  useFailureToast(query, loadFailed);
  const retry = useRetryDelivery();
  const title = useRef<HTMLHeadingElement>(null);
  const retried = query.data?.items.find(({ id }) => id === retry.variables);
  // The retry button disappears once the delivery is no longer failed.
  useRestoreFocus(title, `${retry.variables} ${retried?.status}`, false);

  const columns: Column<Delivery>[] = [
    { head: m.user, className: 'font-[500] max-w-40 truncate', cell: userOf },
    {
      head: m.event,
      cell: eventOf,
      list: 'title',
      listCell: (delivery) => `${eventOf(delivery)} · ${userOf(delivery)}`,
    },
    { head: m.channel, cell: channelOf, list: 1 },
    { head: m.status, cell: ({ status }) => <StatusBadge status={status} />, list: 'aside' },
    { head: m.attempts, right: true, cell: ({ attempts }) => formatFigure(attempts) },
    {
      head: m.error,
      className: 'w-full min-w-44 whitespace-normal!',
      cell: ({ error }) => (
        <span className="line-clamp-2 wrap-anywhere" title={error ?? undefined}>
          {error ? phraseMessage(error) : '–'}
        </span>
      ),
      list: 2,
      listCell: ({ error }) => error && phraseMessage(error),
    },
    {
      head: m.created,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
      list: 1,
    },
  ];
  return (
    <div className="mt-8">
      <h2 ref={title} tabIndex={-1} className="text-lg">
        {m.title}
      </h2>
      <p className="text-muted-foreground mb-3">{m.lead}</p>
      <div className="frame p-4 mb-4">
        <SendTest kind="admin" />
      </div>
      <DataTable
        label={m.title}
        source={query}
        onPage={table.onPage}
        toolbar={
          <TableFilters
            table={table}
            search={m.search}
            status={{
              label: m.filter,
              all: m.allStatuses,
              options: Object.entries(m.statuses),
            }}
          />
        }
        columns={columns}
        rowKey={({ id }) => id}
        actions={(delivery) =>
          delivery.status === 'failed' && (
            <Button
              size="sm"
              aria-label={m.retryOf(eventOf(delivery), userOf(delivery))}
              busy={retry.isPending && retry.variables === delivery.id}
              onClick={() =>
                void withToast(retry.mutateAsync(delivery.id), {
                  done: () => ({ title: m.retried }),
                  failed: m.retryFailed,
                })
              }
            >
              {m.retry}
            </Button>
          )
        }
        empty={emptyTable(Send, table.narrowed, m)}
        failed={loadFailed}
      />
    </div>
  );
}

const userOf = ({ username }: Delivery) => username ?? t(noticeMessages).deliveries.unknownUser;
const eventOf = ({ event }: Delivery) => t(noticeMessages).events[event];
const channelOf = ({ channel }: Delivery) => {
  const { channels, noChannel } = t(noticeMessages).deliveries;
  return channel ? channels[channel] : noChannel;
};

function StatusBadge({ status }: { status: DeliveryStatus }) {
  return <Badge {...STYLES[status]}>{t(noticeMessages).deliveries.statuses[status]}</Badge>;
}
