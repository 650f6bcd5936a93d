import type { PaymentMethod, TopupQuote } from '@casement/proto/http/billing.js';
import { paymentFee } from '@casement/proto/http/payment-fee.js';
import { cn } from '@/components/ui/class-names.js';
import { formatPrice, formatRupiah, formatUsd } from '@/lib/format.js';
import { t } from '@/lib/messages.js';
import { billingMessages } from '@/messages/billing.js';

/** The price in lines. The amount is "ex fee"; the method's fee is a line of its own. */
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
      className={cn(
        'kv mt-5 num transition-opacity duration-(--duration-fast)',
        pending && 'opacity-60',
      )}
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
      {method && (
        <>
          <dt>{m.fee(method.name)}</dt>
          <dd>{fee > 0 ? formatRupiah(fee) : m.noFee}</dd>
        </>
      )}
      <dt className="pt-2 border-t text-foreground! font-[600] text-base">{m.amountExFee}</dt>
      <dd className="pt-2 border-t -ml-6 font-[640] text-base">
        {formatRupiah(quote.final_amount)}{' '}
        <span className="font-normal text-xs text-muted-foreground">
          {m.about(formatUsd(quote.usd_estimated_amount))}
        </span>
      </dd>
    </dl>
  );
}
