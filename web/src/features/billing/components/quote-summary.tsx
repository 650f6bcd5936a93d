import type { PaymentMethod, TopupQuote } from '@casement/proto/http/billing/billing.js';
import { paymentFee, paymentTotal } from '@casement/proto/http/billing/payment-fee.js';
import { cn } from '@/components/ui/class-names.js';
import { formatPrice, formatRupiah, formatUsd } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import { isBinancePay } from '../fees.js';

/** Price breakdown: the amount "ex fee", the method's fee, and the total below them. */
export function QuoteSummary({
  quote,
  method,
  pending,
}: {
  quote: TopupQuote;
  method: PaymentMethod | null;
  /** A newer price is loading. */
  pending: boolean;
}) {
  const m = t(billingMessages);
  const fee = method ? paymentFee(method, quote.final_amount) : 0;
  const recalculating = cn(
    'transition-opacity duration-(--duration-fast)',
    pending && 'opacity-60',
  );
  return (
    <>
      <dl className={cn('kv mt-5 num', recalculating)} aria-busy={pending} aria-live="polite">
        <dt>{m.line(quote.product.name, quote.quantity, formatPrice(quote.unit_price))}</dt>
        <dd>{formatRupiah(quote.total_amount)}</dd>
        {quote.discount_amount > 0 && (
          <>
            <dt>{m.discount(quote.discount_percentage)}</dt>
            <dd className="text-success font-[560]">−{formatRupiah(quote.discount_amount)}</dd>
          </>
        )}
        <dt>{m.amountExFee}</dt>
        <dd>
          {formatRupiah(quote.final_amount)}{' '}
          <span className="text-xs text-muted-foreground">
            {m.about(formatUsd(quote.usd_estimated_amount))}
          </span>
        </dd>
        {method && (
          <>
            <dt>{m.fee(method.name)}</dt>
            <dd>{fee > 0 ? formatRupiah(fee) : m.noFee}</dd>
          </>
        )}
      </dl>
      <dl className="total-bar" aria-busy={pending} aria-live="polite">
        <dt>{m.total}</dt>
        <dd className={cn('num', recalculating)}>
          <Total quote={quote} method={method} />
        </dd>
      </dl>
    </>
  );
}

/** The exact USDT amount is known only after ordering, so the total is an estimate until then. */
function Total({ quote, method }: { quote: TopupQuote; method: PaymentMethod | null }) {
  const m = t(billingMessages);
  if (!method) return <span className="total-note">{m.totalOpen}</span>;
  if (!isBinancePay(method)) return formatRupiah(paymentTotal(method, quote.final_amount));
  return (
    <>
      {m.totalUsdt(quote.bpay_encoded_amount.toFixed(2))}
      <span className="total-note block">{m.totalUsdtHelp}</span>
    </>
  );
}
