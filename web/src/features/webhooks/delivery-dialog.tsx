import type {
  Webhook,
  WebhookDelivery,
  WebhookTry,
} from '@casement/proto/http/install/webhooks/webhooks.js';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { formatDateTime, formatFigure } from '@/lib/format/format.js';
import { FactList } from '@/components/ui/fact-list.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { webhooksMessages } from '@/messages/account/webhooks.js';
import { commonMessages } from '@/messages/common.js';
import { useReplay } from './api.js';

export default function DeliveryDialog({
  webhook,
  delivery,
  name,
  badge,
  onClose,
}: {
  webhook: Webhook;
  delivery: WebhookDelivery;
  name: string;
  badge: ReactNode;
  onClose: () => void;
}) {
  const { deliveries: m } = t(webhooksMessages);
  const replay = useReplay(webhook.id);
  const { status, tries, next_try_at, answer, payload, event_id } = delivery;
  const again = () =>
    void withToast(replay.mutateAsync(delivery.id), {
      done: () => ({ title: m.replayed }),
      failed: m.replayFailed,
    });
  return (
    <Dialog
      title={name}
      onClose={onClose}
      width={560}
      footer={
        <>
          {status !== 'waiting' && !webhook.paused && (
            <Button variant="primary" busy={replay.isPending} onClick={again}>
              {m.replay}
            </Button>
          )}
          <Button onClick={onClose}>{t(commonMessages).close}</Button>
        </>
      }
    >
      <FactList
        className="items-center num"
        facts={[
          [m.status, badge],
          [m.eventId, <span className="mono text-xs break-all">{event_id}</span>],
          [m.nextTry, next_try_at && !webhook.paused && formatDateTime(next_try_at)],
        ]}
      />
      <h3 className="label mt-4">{m.tries}</h3>
      {tries.length === 0 ? (
        <p className="text-sm text-muted-foreground">{m.noTries}</p>
      ) : (
        <ul className="text-sm num">
          {tries.map((attempt) => (
            <li key={attempt.at}>
              {formatDateTime(attempt.at)} · {outcomeOf(attempt)} ·{' '}
              {m.took(formatFigure(attempt.took))}
            </li>
          ))}
        </ul>
      )}
      {answer !== null && <Text title={m.answer}>{answer}</Text>}
      <Text title={m.payload}>{indented(payload)}</Text>
    </Dialog>
  );
}

function outcomeOf({ status, failure }: WebhookTry): string {
  const { failures, answered } = t(webhooksMessages).deliveries;
  if (failure === null || failure === 'status') return answered(status ?? 0);
  return failures[failure];
}

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

function Text({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h3 className="label mt-4">{title}</h3>
      <pre
        className="mono text-xs overflow-auto max-h-64 p-3 rounded-md border bg-muted"
        tabIndex={0}
        role="group"
        aria-label={title}
      >
        {children}
      </pre>
    </>
  );
}
