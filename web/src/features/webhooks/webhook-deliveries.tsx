import type {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryStatus,
} from '@casement/proto/http/install/webhooks/webhooks.js';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleCheck, CircleX, Clock, Send, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Select } from '@/components/ui/form/select-field.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { webhooksMessages } from '@/messages/account/webhooks.js';
import { webhookDeliveriesQuery, type DeliveriesFilter } from './api.js';

const DeliveryDialog = lazyDialog(() => import('./delivery-dialog.js'));

const STYLES: Record<WebhookDeliveryStatus, { tone: Tone; icon: LucideIcon }> = {
  waiting: { tone: 'info', icon: Clock },
  delivered: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
};

export function WebhookDeliveries({ webhook, onBack }: { webhook: Webhook; onBack: () => void }) {
  const { deliveries: m, eventNames } = t(webhooksMessages);
  const [filter, setFilter] = useState<DeliveriesFilter>({ page: 1, status: 'all' });
  const query = useQuery(webhookDeliveriesQuery(webhook.id, filter));
  const [shownId, setShownId] = useState<string>();
  const shown = query.data?.items.find(({ id }) => id === shownId);
  const nameOf = ({ event }: WebhookDelivery) =>
    event === 'webhook.test' ? m.test : eventNames[event];

  const columns: Column<WebhookDelivery>[] = [
    { head: m.event, className: 'whitespace-normal! w-full', cell: nameOf, list: 'title' },
    { head: m.status, cell: ({ status }) => <StatusBadge status={status} />, list: 'aside' },
    {
      head: m.created,
      className: 'text-muted-foreground num',
      cell: ({ created_at }) => formatDateTime(created_at),
      list: 1,
    },
  ];
  return (
    <>
      <Button size="sm" variant="ghost" className="mb-2" autoFocus onClick={onBack}>
        <ArrowLeft className="ic ic-sm" />
        {m.back}
      </Button>
      <h2 className="text-lg">{m.title}</h2>
      <p className="mono text-sm text-muted-foreground wrap-anywhere mb-3">{webhook.url}</p>
      <DataTable
        label={m.title}
        source={query}
        onPage={(page) => setFilter({ ...filter, page })}
        toolbar={
          <Select
            small
            aria-label={m.filter}
            value={filter.status}
            options={[['all', m.allStatuses], ...Object.entries(m.statuses)]}
            onChange={({ target }) =>
              setFilter({ page: 1, status: target.value as DeliveriesFilter['status'] })
            }
          />
        }
        columns={columns}
        rowKey={({ id }) => id}
        actions={(delivery) => (
          <Button
            size="sm"
            aria-label={m.detailsOf(nameOf(delivery), formatDateTime(delivery.created_at))}
            onClick={() => setShownId(delivery.id)}
          >
            {m.details}
          </Button>
        )}
        empty={{
          icon: Send,
          title: m.empty,
          help: filter.status === 'all' ? m.emptyHelp : m.nothingFoundHelp,
        }}
        failed={m.loadFailed}
      />
      {shown && (
        <DeliveryDialog
          webhook={webhook}
          delivery={shown}
          name={nameOf(shown)}
          badge={<StatusBadge status={shown.status} />}
          onClose={() => setShownId(undefined)}
        />
      )}
    </>
  );
}

function StatusBadge({ status }: { status: WebhookDeliveryStatus }) {
  return <Badge {...STYLES[status]}>{t(webhooksMessages).deliveries.statuses[status]}</Badge>;
}
