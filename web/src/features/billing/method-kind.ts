import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';

type Kind = 'bank' | 'card' | 'counter' | 'qris' | 'wallet' | 'usdt';

/**
 * The gateway's types (`direct`, `redirect`) describe its API, which means little to customers. The kind is derived
 * from code, name and type together.
 */
const KINDS: [pattern: RegExp, kind: Kind][] = [
  [/crypto|BPAY/i, 'usdt'],
  [/QRIS/i, 'qris'],
  [/\bcard\b/i, 'card'],
  [/redirect|wallet/i, 'wallet'],
  [/VA\b|virtual account|bank/i, 'bank'],
  [/direct|store|mart|retail/i, 'counter'],
];

/** @returns undefined for an unknown kind */
export function kindOf({
  code,
  name,
  type = '',
}: Pick<PaymentMethod, 'code' | 'name'> & Partial<PaymentMethod>): Kind | undefined {
  const words = `${code} ${name} ${type}`;
  return KINDS.find(([pattern]) => pattern.test(words))?.[1];
}

/** Returns the kind of a payment method for customers. An unknown type is shown as the provider sends it. */
export function methodKind(method: Pick<PaymentMethod, 'code' | 'name' | 'type'>): string {
  const kind = kindOf(method);
  return kind ? t(billingMessages).kinds[kind] : method.type;
}
