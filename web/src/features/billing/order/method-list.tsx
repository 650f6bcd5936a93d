import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import { paymentFee } from '@casement/proto/http/billing/payment-fee.js';
import { useId } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import { describeFee, fitsLimits } from '../fees.js';
import { kindOf, methodKind } from '../method-kind.js';
import { MethodIcon } from './method-icon.js';

interface Choice {
  chosen: string | null;
  /** Rp without the fee; null while unknown. */
  amount: number | null;
  onChoose: (code: string) => void;
}

/** The enabled methods as radio buttons: QRIS, then a group of virtual accounts, then the others. */
export function MethodList({ methods, ...choice }: Choice & { methods: PaymentMethod[] }) {
  const m = t(billingMessages);
  const banksId = useId();
  const banks = methods.filter((method) => kindOf(method) === 'bank');
  const qris = methods.filter((method) => kindOf(method) === 'qris');
  const others = methods.filter((method) => !banks.includes(method) && !qris.includes(method));
  return (
    <fieldset className="mt-5 min-w-0">
      <legend className="label">{m.method}</legend>
      <div className="rounded-md border border-input overflow-hidden divide-y divide-border">
        {qris.map((method) => (
          <Method
            key={method.code}
            method={method}
            title={m.kinds.qris}
            note={method.name === method.code ? undefined : method.name}
            {...choice}
          />
        ))}
        {banks.length > 0 && (
          <div role="group" aria-labelledby={banksId} className="divide-y divide-border">
            <p
              id={banksId}
              className="px-3 py-1.5 text-xs font-[560] text-muted-foreground bg-muted"
            >
              {m.virtualAccounts}
            </p>
            {banks.map((method) => (
              <Method key={method.code} method={method} title={bankOf(method)} {...choice} />
            ))}
          </div>
        )}
        {others.map((method) => (
          <Method
            key={method.code}
            method={method}
            title={method.name}
            note={methodKind(method)}
            {...choice}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** A method with its fee for this amount. A method that does not accept the amount shows its limits. */
function Method({
  method,
  title,
  note,
  chosen,
  amount,
  onChoose,
}: Choice & { method: PaymentMethod; title: string; note?: string | undefined }) {
  const fits = amount === null || fitsLimits(method, amount);
  const shownNote = fits ? note : limitsOf(method);
  return (
    <label
      className={cn(
        'method flex items-center gap-3 px-3 py-2.5 pointer-coarse:min-h-11',
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
        <span className="block font-[560] text-balance">{title}</span>
        {shownNote && <span className="block text-xs text-muted-foreground">{shownNote}</span>}
      </span>
      <span className="text-sm num text-muted-foreground text-right">{feeOf(method, amount)}</span>
    </label>
  );
}

/** The name of a virtual account without the words that the group's heading has. */
const bankOf = ({ name }: PaymentMethod) => name.replace(/\s*virtual account\s*/i, '') || name;

/** The fee in Rp, or the way it is calculated while the amount is unknown. */
function feeOf(method: PaymentMethod, amount: number | null): string {
  const { feeOf: describe, noFee } = t(billingMessages);
  if (amount === null) return describeFee(method) ?? noFee;
  const fee = paymentFee(method, amount);
  return fee > 0 ? describe(formatRupiah(fee)) : noFee;
}

const rupiahOrNull = (amount: number | null) => (amount === null ? null : formatRupiah(amount));

const limitsOf = ({ minimum_amount, maximum_amount }: PaymentMethod) =>
  t(billingMessages).outOfRange(rupiahOrNull(minimum_amount), rupiahOrNull(maximum_amount));
