import type { BpayOrder } from '@casement/proto/http/billing/bpay.js';
import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import type { CreatedTopup, TopupQuote } from '@casement/proto/http/billing/topups.js';
import { paymentTotal } from '@casement/proto/http/billing/payment-fee.js';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { billingMessages } from '@/messages/billing.js';
import { useCreateTopup, usePrepareBpay } from './api.js';
import { isBinancePay } from './fees.js';
import { paymentFailure } from './payment-failure.js';

/** Handlers that continue with the payment after the order is created. */
export interface OrderHandlers {
  /** @param shown confirmed total in Rp */
  onCreated: (topup: CreatedTopup, shown: number) => void;
  onPrepared: (order: BpayOrder) => void;
}

/** Places the confirmed order: prepares a crypto transfer, or creates the payment at the gateway (SPEC §4). */
export function usePlaceOrder({ onCreated, onPrepared }: OrderHandlers) {
  const m = t(billingMessages);
  const create = useCreateTopup();
  const prepare = usePrepareBpay();

  const failed = (title: string, fallback: string) => {
    const describe = paymentFailure(fallback);
    return (error: Error) => toast({ title, description: describe(error), tone: 'destructive' });
  };

  return {
    pending: create.isPending || prepare.isPending,
    /** @param idempotencyKey the same for every attempt at one gateway order */
    place: (quote: TopupQuote, method: PaymentMethod, idempotencyKey: string) => {
      const { quantity, voucher } = quote;
      const discount = voucher?.applied ? { voucher_code: voucher.code } : {};
      if (isBinancePay(method)) {
        prepare.mutate(
          { quantity, ...discount },
          { onSuccess: onPrepared, onError: failed(m.bpay.error, m.bpay.failed) },
        );
      } else {
        const shown = paymentTotal(method, quote.final_amount);
        create.mutate(
          { quantity, ...discount, payment_method: method.code, idempotencyKey },
          {
            onSuccess: (topup) => onCreated(topup, shown),
            onError: failed(m.paymentError, m.paymentFailed),
          },
        );
      }
    },
  };
}
