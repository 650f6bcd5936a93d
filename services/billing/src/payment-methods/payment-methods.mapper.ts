import type { PaymentMethod } from '@casement/proto/http/billing.js';
import type { PaymentMethodEntity } from './payment-method.entity.js';

/** A withdrawn method counts as disabled: it cannot be used to pay. */
export const toPaymentMethod = (method: PaymentMethodEntity): PaymentMethod => ({
  code: method.code,
  name: method.name,
  type: method.type,
  icon_url: method.iconUrl,
  fee_flat: method.feeFlat,
  fee_percent: method.feePpm / 10_000,
  minimum_fee: method.minimumFee,
  maximum_fee: method.maximumFee,
  minimum_amount: method.minimumAmount,
  maximum_amount: method.maximumAmount,
  is_enabled: method.isEnabled && method.withdrawnAt === null,
});
