import { CopyButton } from '@/components/ui/copy-button.js';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { formatRupiah, formatUsd, formatUsdt } from '@/lib/format/format.js';
import { phraseMessage, t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import type { BpayClaim } from '../bpay.js';

/** Amount, receiver and method of the transfer. The exact amount identifies it. */
export function BpayOrderView({ order }: { order: BpayClaim }) {
  const { bpay: m, amountExFee, about } = t(billingMessages);
  const { encoded_amount_usdt: amount, receiver_id, merchant_ref, instructions = [] } = order;
  const usdt = Number.isFinite(amount) ? formatUsdt(amount) : null;
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-1 mt-5">
        <div className="flex-1 min-w-[200px]">
          <p className="text-xs text-muted-foreground">{m.amount}</p>
          {usdt === null ? (
            <p className="text-danger">{m.notReady}</p>
          ) : (
            <p className="flex items-center gap-1">
              <span className="num text-2xl font-[640] tracking-[-0.02em]">{usdt} USDT</span>
              <CopyButton value={usdt} label={m.amount} />
            </p>
          )}
          {usdt !== null && <p className="text-sm">{m.noFee}</p>}
        </div>
        <p className="num text-sm text-muted-foreground">
          {amountExFee} <span className="text-foreground">{formatRupiah(order.final_amount)}</span>{' '}
          {order.usd_estimated_amount !== undefined && (
            <span>{about(formatUsd(order.usd_estimated_amount))}</span>
          )}
        </p>
      </div>
      <DetailRows className="mt-3">
        {receiver_id !== undefined && (
          <DetailRow term={m.receiver} value={receiver_id}>
            <CopyButton value={receiver_id} label={m.receiver} />
          </DetailRow>
        )}
        <DetailRow term={m.merchantRef} value={merchant_ref}>
          <CopyButton value={merchant_ref} label={m.merchantRef} />
        </DetailRow>
      </DetailRows>
      {instructions.length > 0 && (
        <ol
          aria-label={m.instructions}
          className="mt-4 list-decimal pl-5 grid gap-1 text-sm text-muted-foreground marker:num"
        >
          {instructions.map((step) => (
            <li key={step}>{phraseMessage(step)}</li>
          ))}
        </ol>
      )}
    </>
  );
}
