import type { BpayOrder } from '@casement/proto/http/billing.js';
import { formatMicro, microAsNumber } from '../usdt.js';
import type { BpayTopup } from '../topups/bpay-orders.repository.js';
import type { PreparedOrder } from '../topups/bpay-orders.service.js';

export const toBpayOrder = ({ topup, usdCents, receiverId }: PreparedOrder): BpayOrder => ({
  encoded_amount_usdt: microAsNumber(topup.bpayMicro),
  usd_estimated_amount: usdCents / 100,
  instructions: instructionsFor(topup, receiverId),
  receiver_id: receiverId,
  merchant_ref: topup.merchantRef,
  expired_time: Math.floor(topup.expiresAt.getTime() / 1000),
  quantity: topup.quantity,
  final_amount: topup.finalAmount,
});

const instructionsFor = (topup: BpayTopup, receiverId: string): string[] => [
  `In Binance, open Pay, choose Send and enter the Binance ID ${receiverId}.`,
  `Send exactly ${formatMicro(topup.bpayMicro)} USDT; we match it by its decimals.`,
  'Copy the Order ID (TXID) of the payment from Binance, enter it here and verify it.',
  'Pay before the order expires. A later payment is checked manually.',
];
