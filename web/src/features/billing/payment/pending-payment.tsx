import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { Wallet } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { formatRupiah, formatTimeOrDate } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import { totalOf } from '../fees.js';
import { usePayFromHistory, type PaymentRequest } from '../pay-from-history.js';

/** Banner for a top-up that can still be paid. */
export default function PendingPayment({
  topup,
  onPayment,
}: {
  topup: TopupHistoryItem;
  onPayment: (request: PaymentRequest) => void;
}) {
  const m = t(billingMessages);
  const { pay, paying } = usePayFromHistory(1, onPayment);
  const total = totalOf(topup)?.text ?? formatRupiah(topup.final_amount);
  return (
    <section aria-label={m.pending.label} className="note t-warning mb-5 items-center">
      <Wallet className="ic" />
      <p className="flex-1 num">
        <b className="font-[580]">{m.pending.waiting(total)}</b>{' '}
        {topup.expired_time !== null &&
          m.pending.expires(formatTimeOrDate(topup.expired_time * 1000))}
      </p>
      <Button size="sm" disabled={paying === topup.id} onClick={() => pay(topup)}>
        {m.history.pay}
      </Button>
    </section>
  );
}
