import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { useState } from 'react';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { billingMessages } from '@/messages/billing.js';
import { openOrderOf, usePrepareBpay } from './api.js';
import type { BpayClaim } from './bpay.js';
import { isBinancePay } from './fees.js';
import { paymentFailure } from './payment-failure.js';
import { isPayable } from './topup-status.js';

/** Start of the payment flow: a new top-up, or the payment of one from the history. */
export type PaymentRequest =
  | { kind: 'new' }
  | { kind: 'pay'; topup: TopupHistoryItem & { reference: string }; page: number }
  | { kind: 'bpay'; order: BpayClaim };

/**
 * Value for a new top-up in the history state. Other payments are stored by their reference, which suffices to reload
 * them.
 */
export const NEW_TOPUP = 'new';

export const paymentKey = (request: PaymentRequest): string => {
  switch (request.kind) {
    case 'new':
      return NEW_TOPUP;
    case 'pay':
      return request.topup.reference;
    case 'bpay':
      return request.order.merchant_ref;
  }
};

/**
 * Pays a top-up from the history: resumes the order of a crypto transfer; otherwise opens the dialog with the QR or pay
 * code, or without a code the payment page in a new window. Shows the reason if none of these is possible (SPEC §8).
 *
 * @param page history page that lists the top-up
 */
export function usePayFromHistory(
  page: number,
  open: (request: PaymentRequest) => void,
): {
  pay: (topup: TopupHistoryItem) => void;
  /** Reference of the top-up whose payment is being prepared. */
  paying: string | null;
} {
  const m = t(billingMessages);
  const prepare = usePrepareBpay();
  const [preparing, setPreparing] = useState<string | null>(null);

  const pay = (topup: TopupHistoryItem): void => {
    const { reference } = topup;
    const url = topup.checkout_url ?? topup.payment_url;
    if (!isPayable(topup, Date.now())) {
      toast({ title: m.cannotPay, description: m.cannotPayHelp, tone: 'destructive' });
    } else if (isBinancePay({ code: topup.payment_method })) {
      if (prepare.isPending) return;
      setPreparing(topup.id);
      const describe = paymentFailure(m.bpay.failed);
      prepare.mutate(openOrderOf(topup), {
        onSuccess: (order) => open({ kind: 'bpay', order }),
        onError: (error) =>
          toast({ title: m.bpay.error, description: describe(error), tone: 'destructive' }),
      });
    } else if (reference && (topup.qr_url ?? topup.pay_code)) {
      open({ kind: 'pay', topup: { ...topup, reference }, page });
    } else if (url) {
      window.open(url, '_blank', 'noopener');
    } else {
      toast({ title: m.urlMissing, description: m.urlMissingHelp, tone: 'destructive' });
    }
  };
  return { pay, paying: prepare.isPending ? preparing : null };
}
