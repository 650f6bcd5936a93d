import type { TopupHistoryItem } from '@casement/proto/http/billing.js';
import { say } from '../../lib/messages.js';
import { toast } from '../../lib/toast.js';
import { billingTexts } from '../../messages/billing.js';
import { isPayable } from './topup-status.js';

/** What the flow is asked to begin with: a new top-up, or the payment of one that stands in the history. */
export type PaymentRequest =
  | { kind: 'new' }
  | { kind: 'pay'; topup: TopupHistoryItem & { reference: string; qr_url: string }; page: number };

/**
 * Pay, from the history: the QR dialog where there is a code, else the payment page in a new window.
 * Says why where neither can be (SPEC §8).
 */
export function payFromHistory(
  topup: TopupHistoryItem,
  page: number,
  open: (request: PaymentRequest) => void,
): void {
  const m = say(billingTexts);
  const { reference, qr_url } = topup;
  const url = topup.checkout_url ?? topup.payment_url;
  if (!isPayable(topup, Date.now())) {
    toast({ title: m.cannotPay, description: m.cannotPayHelp, tone: 'destructive' });
  } else if (reference && qr_url) {
    open({ kind: 'pay', topup: { ...topup, reference, qr_url }, page });
  } else if (url) {
    window.open(url, '_blank', 'noopener');
  } else {
    toast({ title: m.urlMissing, description: m.urlMissingHelp, tone: 'destructive' });
  }
}
