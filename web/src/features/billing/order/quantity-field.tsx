import type { TopupQuote } from '@casement/proto/http/billing/topups.js';
import { Minus, Plus } from 'lucide-react';
import { useId, type RefObject } from 'react';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { FieldNote } from '@/components/ui/form/field.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import { fitsBounds, toQuantity, type QuantityBounds } from '../quantity.js';

/** Number field with steppers, and chips for the discount tiers. */
export function QuantityField({
  input,
  value,
  onValue,
  bounds,
  tiers,
  refusal,
}: {
  input: RefObject<HTMLInputElement | null>;
  value: string;
  onValue: (value: string) => void;
  bounds: QuantityBounds;
  tiers: TopupQuote['discount_tiers'];
  /** Reason why the server rejects this quantity. */
  refusal: string | null;
}) {
  const m = t(billingMessages);
  const id = useId();
  const quantity = toQuantity(value);
  const { min, max } = bounds;
  const step = (by: number) =>
    onValue(String(Math.min(max, Math.max(min, (quantity ?? min) + by))));
  const chips = [{ min_quantity: min, percentage: 0 }, ...tiers].filter(
    ({ min_quantity }, i) => i === 0 || (min_quantity > min && min_quantity <= max),
  );
  const fits = quantity !== null && fitsBounds(quantity, bounds);
  const error = fits ? (refusal ?? undefined) : m.quantityRule(min, max);

  return (
    <div className="mt-5">
      <label className="label" htmlFor={id}>
        {m.quantity}
      </label>
      <div className="flex flex-wrap gap-2">
        <div className="flex">
          <Button
            icon
            className="h-10! max-sm:h-11! rounded-r-none! border-input!"
            aria-label={m.less}
            disabled={quantity !== null && quantity <= min}
            onClick={() => step(-1)}
          >
            <Minus className="ic ic-sm" />
          </Button>
          <div className={cn('field rounded-none! w-20! -mx-px', error && 'is-bad z-1')}>
            <input
              ref={input}
              id={id}
              className="text-center num font-[600]"
              inputMode="numeric"
              autoComplete="off"
              value={value}
              aria-invalid={error ? true : undefined}
              aria-describedby={`${id}-note`}
              onChange={(event) =>
                onValue(event.target.value.replace(/\D/g, '').slice(0, String(max).length))
              }
            />
          </div>
          <Button
            icon
            className="h-10! max-sm:h-11! rounded-l-none! border-input!"
            aria-label={m.more}
            disabled={quantity !== null && quantity >= max}
            onClick={() => step(1)}
          >
            <Plus className="ic ic-sm" />
          </Button>
        </div>
        <div className="flex flex-wrap gap-1.5 flex-1 justify-end max-sm:basis-full max-sm:justify-start">
          {chips.map(({ min_quantity, percentage }) => (
            <Button
              key={min_quantity}
              className={cn('h-10! max-sm:h-11! px-3!', quantity === min_quantity && 'is-chosen')}
              aria-label={m.preset(min_quantity)}
              aria-pressed={quantity === min_quantity}
              onClick={() => onValue(String(min_quantity))}
            >
              <span className="num">{min_quantity}</span>
              {percentage > 0 && <span className="text-xs">−{percentage} %</span>}
            </Button>
          ))}
        </div>
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  );
}
