import type { PaymentMethod } from '@casement/proto/http/billing/billing.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';

type Kind = 'bank' | 'counter' | 'wallet' | 'usdt';

/**
 * The gateway's types say how its call works (`direct`, `redirect`), which means nothing to a customer; the code and the
 * name say what it is.
 */
const KINDS: [pattern: RegExp, kind: Kind][] = [
  [/crypto|BPAY/i, 'usdt'],
  [/QRIS|redirect|wallet/i, 'wallet'],
  [/VA\b|virtual account|bank/i, 'bank'],
  [/direct|store|mart|retail/i, 'counter'],
];

/** How one pays with a method, for customers; a type that is not known is shown as the provider gives it. */
export function methodKind({ code, name, type }: Pick<PaymentMethod, 'code' | 'name' | 'type'>) {
  const words = `${code} ${name} ${type}`;
  const kind = KINDS.find(([pattern]) => pattern.test(words))?.[1];
  return kind ? t(billingMessages).kinds[kind] : type;
}
