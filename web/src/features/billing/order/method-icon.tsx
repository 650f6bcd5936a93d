import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import { CreditCard, QrCode, Store, Wallet, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { iconUrl } from '../fees.js';

const ICONS: [word: RegExp, icon: LucideIcon][] = [
  [/qr/i, QrCode],
  [/store|mart|retail|convenience/i, Store],
  [/wallet/i, Wallet],
];

/** The provider's icon, or a fallback if it is missing or fails to load. */
export function MethodIcon({ method }: { method: PaymentMethod }) {
  const [broken, setBroken] = useState(false);
  if (method.icon_url && !broken) {
    return (
      <span className="inline-grid place-items-center w-9 h-6 shrink-0 rounded-sm bg-white border p-0.5">
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
