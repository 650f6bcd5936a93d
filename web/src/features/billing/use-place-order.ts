import type { BpayOrder, CreatedTopup, PaymentMethod } from '@casement/proto/http/billing.js';
import { messageOf } from '@/lib/api-error.js';
import { t } from '@/lib/messages.js';
import { toast } from '@/lib/toast.js';
import { billingMessages } from '@/messages/billing.js';
import { useCreateTopup } from './api.js';
import { usePrepareBpay } from './api.js';
import { isBinancePay } from './fees.js';

/** The handlers that continue with the payment after the order is created. */
export interface OrderHandlers {
  onCreated: (topup: CreatedTopup) => void;
  onPrepared: (order: BpayOrder) => void;
}

/** Places the confirmed order: a crypto transfer is prepared, everything else is created at the gateway (SPEC §4). */
export function usePlaceOrder({ onCreated, onPrepared }: OrderHandlers) {
  const m = t(billingMessages);
  const create = useCreateTopup();
  const prepare = usePrepareBpay();

  const failed = (title: string, fallback: string) => (error: Error) =>
    toast({ title, description: messageOf(error, fallback), tone: 'destructive' });

  return {
    pending: create.isPending || prepare.isPending,
    /** @param idempotencyKey the same for every attempt at one order at the gateway */
    place: (quantity: number, method: PaymentMethod, idempotencyKey: string) => {
      if (isBinancePay(method)) {
        prepare.mutate(
          { quantity },
          { onSuccess: onPrepared, onError: failed(m.bpay.error, m.bpay.failed) },
        );
      } else {
        create.mutate(
          { quantity, payment_method: method.code, idempotencyKey },
          { onSuccess: onCreated, onError: failed(m.paymentError, m.paymentFailed) },
        );
      }
    },
  };
}
