import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { CircleX, LoaderCircle, TimerOff } from 'lucide-react';
import { Note } from '@/components/ui/note.js';
import { formatCountdown } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';

/** Time left for an unpaid payment, or why it can no longer be paid. */
export function PaymentState({
  status,
  expired_time,
  now,
}: Pick<TopupHistoryItem, 'status' | 'expired_time'> & {
  /** Current time in ms. */
  now: number;
}) {
  const m = t(billingMessages);
  if (status === 'EXPIRED') {
    return (
      <Note tone="neutral" icon={TimerOff} alert>
        {m.expired}
      </Note>
    );
  }
  if (status === 'FAILED') {
    return (
      <Note tone="danger" icon={CircleX} alert>
        {m.failed}
      </Note>
    );
  }
  return (
    <Note tone="active" icon={LoaderCircle} spin>
      <span className="flex gap-3">
        <span className="flex-1">{m.waiting}</span>
        {expired_time !== null && (
          <span className="mono num" role="timer">
            {formatCountdown(expired_time - now / 1000)}
          </span>
        )}
      </span>
    </Note>
  );
}
