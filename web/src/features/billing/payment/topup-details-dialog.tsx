import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { Button } from '@/components/ui/button.js';
import { CopyButton } from '@/components/ui/copy-button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { EXPIRY_CHECK_MS } from '@/config/limits.js';
import { formatDateTime, formatFigure, formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useNow } from '@/lib/use-now.js';
import { billingMessages } from '@/messages/billing.js';
import { voucherMessages } from '@/messages/vouchers.js';
import { commonMessages } from '@/messages/common.js';
import { totalOf } from '../fees.js';
import { isPayable, statusAt } from '../topup-status.js';
import { amountsOf, CopyableValue, PaymentFacts, type Fact } from './payment-facts.js';

export default function TopupDetailsDialog({
  topup,
  onPay,
  onReceipt,
  onClose,
}: {
  topup: TopupHistoryItem;
  onPay?: () => void;
  /** Shows the receipt with this number. */
  onReceipt?: (number: string) => void;
  onClose: () => void;
}) {
  const m = t(billingMessages);
  const now = useNow(EXPIRY_CHECK_MS);
  const total = totalOf(topup);
  const { receipt_number, credit_note_number } = topup;
  const figures: Fact[] = [
    [m.details.price, formatRupiah(topup.total_amount)],
    [
      `${m.details.discount} ${topup.discount_percentage} %`,
      topup.discount_amount > 0 && `−${formatRupiah(topup.discount_amount)}`,
    ],
    ...amountsOf(topup),
    [
      m.total,
      total && (
        <span className="inline-flex items-center gap-1 -my-1.5">
          <b className="font-[640]">{total.text}</b>
          <CopyButton value={total.plain} label={m.total} />
        </span>
      ),
    ],
  ];
  const more: Fact[] = [
    [
      m.details.merchantRef,
      <CopyableValue value={topup.merchant_ref} label={m.details.merchantRef} />,
    ],
    [t(voucherMessages).code, topup.voucher_code],
    [m.history.created, formatDateTime(topup.created_at)],
    [m.details.paidAt, topup.paid_at ? formatDateTime(topup.paid_at) : m.details.notPaid],
    [
      m.history.receipt,
      receipt_number && <ReceiptLink number={receipt_number} onReceipt={onReceipt} />,
    ],
    [m.refunded, topup.refunded_at && formatDateTime(topup.refunded_at)],
    [
      m.history.creditNote,
      credit_note_number && <ReceiptLink number={credit_note_number} onReceipt={onReceipt} />,
    ],
    [
      m.details.takenBack,
      typeof topup.refunded_quantity === 'number' && formatFigure(topup.refunded_quantity),
    ],
  ];
  return (
    <Dialog
      onClose={onClose}
      title={m.details.title}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>{t(commonMessages).close}</Button>
          {onPay && isPayable(topup, now) && (
            <Button variant="primary" onClick={onPay}>
              {m.history.pay}
            </Button>
          )}
        </>
      }
    >
      <PaymentFacts payment={topup} status={statusAt(topup, now)} figures={figures} more={more} />
    </Dialog>
  );
}

function ReceiptLink({
  number,
  onReceipt,
}: {
  number: string;
  onReceipt: ((number: string) => void) | undefined;
}) {
  if (!onReceipt) return number;
  return (
    <button type="button" className="link" onClick={() => onReceipt(number)}>
      {number}
    </button>
  );
}
