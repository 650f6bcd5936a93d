/**
 * The one name of a transfer. Binance shows `123…` as Order ID to the customer and `M_P_123…` as transactionId to the
 * API: both are the same payment. Other ids are taken as they are.
 */
export const transactionIdentity = (id: string): string => id.trim().replace(/^M_P_(?=\d+$)/i, '');
