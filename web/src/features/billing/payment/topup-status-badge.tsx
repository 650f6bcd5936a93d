import type { TopupHistoryItem, TopupStatus } from '@casement/proto/http/billing/topups.js';
import {
  CircleCheck,
  CircleX,
  Clock,
  TimerOff,
  Undo2,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';

const STYLES: Record<TopupStatus, { tone: Tone; icon: LucideIcon }> = {
  PAID: { tone: 'success', icon: CircleCheck },
  UNPAID: { tone: 'warning', icon: Wallet },
  PENDING: { tone: 'info', icon: Clock },
  EXPIRED: { tone: 'neutral', icon: TimerOff },
  FAILED: { tone: 'danger', icon: CircleX },
};

export function TopupStatusBadge({ status }: { status: TopupStatus }) {
  return <Badge {...STYLES[status]}>{t(billingMessages).statuses[status]}</Badge>;
}

/** Status with the refund, which leaves it PAID. */
export function TopupBadges({
  topup: { refunded_at, refund_pending },
  status,
}: {
  topup: Partial<Pick<TopupHistoryItem, 'refunded_at' | 'refund_pending'>>;
  status: TopupStatus;
}) {
  const { refunded, refundPending } = t(billingMessages);
  return (
    <span className="inline-flex flex-wrap gap-1">
      <TopupStatusBadge status={status} />
      {(refunded_at || refund_pending) && (
        <Badge tone="neutral" icon={Undo2}>
          {refunded_at ? refunded : refundPending}
        </Badge>
      )}
    </span>
  );
}
