import type { PaymentMethod } from '@casement/proto/http/billing.js';
import { CreditCard, QrCode, Store, Wallet, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../../../components/ui/class-names.js';
import { formatRupiah } from '../../../lib/format.js';
import { say } from '../../../lib/messages.js';
import { billingTexts } from '../../../messages/billing.js';
import { describeFee, fitsLimits, iconUrl } from '../fees.js';

/** The enabled methods as radio buttons. A method that does not take the amount says which it takes. */
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
  const m = say(billingTexts);
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
                  {fits ? method.type : limitsOf(method)}
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
  say(billingTexts).outOfRange(rupiahOrNull(minimum_amount), rupiahOrNull(maximum_amount));

const ICONS: [word: RegExp, icon: LucideIcon][] = [
  [/qr/i, QrCode],
  [/store|mart|retail|convenience/i, Store],
  [/wallet/i, Wallet],
];

/** The provider's icon; one of ours where there is none or it does not load. */
function MethodIcon({ method }: { method: PaymentMethod }) {
  const [broken, setBroken] = useState(false);
  if (method.icon_url && !broken) {
    return (
      <span className="grid place-items-center w-9 h-6 rounded-sm bg-white border p-0.5">
        <img
          src={iconUrl(method.icon_url)}
          alt=""
          className="max-w-full max-h-full"
          onError={() => setBroken(true)}
        />
      </span>
    );
  }
  const words = `${method.code} ${method.name} ${method.type}`;
  const Icon = ICONS.find(([word]) => word.test(words))?.[1] ?? CreditCard;
  return <Icon className="ic text-muted-foreground" />;
}
