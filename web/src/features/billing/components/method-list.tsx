import type { PaymentMethod } from '@casement/proto/http/billing/billing.js';
import { cn } from '@/components/ui/class-names.js';
import { formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import { describeFee, fitsLimits } from '../fees.js';
import { methodKind } from '../method-kind.js';
import { MethodIcon } from './method-icon.js';

/** The enabled methods as radio buttons. A method that does not accept the amount shows its limits. */
export function MethodList({
  methods,
  chosen,
  amount,
  onChoose,
}: {
  methods: PaymentMethod[];
  chosen: string | null;
  amount: number | null;
  onChoose: (code: string) => void;
}) {
  const m = t(billingMessages);
  return (
    <fieldset className="mt-5 min-w-0">
      <legend className="label">{m.method}</legend>
      <div className="rounded-md border border-input overflow-hidden divide-y divide-border">
        {methods.map((method) => {
          const fits = amount === null || fitsLimits(method, amount);
          return (
            <label
              key={method.code}
              className={cn(
                'method flex items-center gap-3 px-3 py-2.5',
                chosen === method.code && 'bg-active-soft',
                !fits && 'opacity-60',
              )}
            >
              <input
                type="radio"
                name="payment-method"
                value={method.code}
                checked={chosen === method.code}
                disabled={!fits}
                onChange={() => onChoose(method.code)}
              />
              <MethodIcon method={method} />
              <span className="flex-1 leading-tight min-w-0">
                <span className="block font-[560]">{method.name}</span>
                <span className="block text-xs text-muted-foreground">
                  {fits ? methodKind(method) : limitsOf(method)}
                </span>
              </span>
              <span className="text-sm num text-muted-foreground text-right">
                {describeFee(method) ?? m.noFee}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

const rupiahOrNull = (amount: number | null) => (amount === null ? null : formatRupiah(amount));

const limitsOf = ({ minimum_amount, maximum_amount }: PaymentMethod) =>
  t(billingMessages).outOfRange(rupiahOrNull(minimum_amount), rupiahOrNull(maximum_amount));
