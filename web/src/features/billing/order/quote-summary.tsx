import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import type { TopupQuote } from '@casement/proto/http/billing/topups.js';
import { paymentFee, paymentTotal } from '@casement/proto/http/billing/payment-fee.js';
import { cn } from '@/components/ui/class-names.js';
import { formatPrice, formatRupiah, formatUsd, NO_VALUE } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import { isBinancePay } from '../fees.js';

/** Price breakdown: the amount "ex fee" and the method's fee. */
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
  return (
    <dl
      className={cn('kv mt-5 num', recalculating(pending))}
      aria-busy={pending}
      aria-live="polite"
    >
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
  );
}

/** Total for a dialog's footer, which does not scroll. */
export function QuoteTotal({
  quote,
  method,
  pending,
}: {
  quote: TopupQuote | undefined;
  method: PaymentMethod | null;
  pending: boolean;
}) {
  return (
    <dl
      className="mr-auto self-center flex items-baseline gap-2 leading-tight max-sm:basis-full! max-sm:justify-between"
      aria-busy={pending}
      aria-live="polite"
    >
      <dt className="text-sm text-muted-foreground">{t(billingMessages).total}</dt>
      <dd className={cn('num text-lg font-[640]', recalculating(pending))}>
        {quote ? <Total quote={quote} method={method} /> : NO_VALUE}
      </dd>
    </dl>
  );
}

const recalculating = (pending: boolean) =>
  cn('transition-opacity duration-(--duration-fast)', pending && 'opacity-60');

/** The exact USDT amount is known only after ordering, so the total is an estimate until then. */
function Total({ quote, method }: { quote: TopupQuote; method: PaymentMethod | null }) {
  const m = t(billingMessages);
  const note = 'text-sm font-normal text-muted-foreground';
  if (!method) return <span className={note}>{m.totalOpen}</span>;
  if (!isBinancePay(method)) return formatRupiah(paymentTotal(method, quote.final_amount));
  return (
    <>
      {m.totalUsdt(quote.bpay_encoded_amount.toFixed(2))}
      <span className={cn(note, 'block')}>{m.totalUsdtHelp}</span>
    </>
  );
}
