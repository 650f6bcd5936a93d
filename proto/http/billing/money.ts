import { z } from 'zod';
import { instant, UNREADABLE } from '../envelope.js';
import { month } from './receipts.js';

/** GET /admin/topups/money: a month in Jakarta time. */
export const moneyQuery = z.object({ month }, UNREADABLE);
export type MoneyQuery = z.infer<typeof moneyQuery>;

const method = {
  provider: z.enum(['tripay', 'midtrans', 'stripe', 'binance']),
  /** Code and name of the payment method. */
  method: z.string(),
  method_name: z.string(),
};

/** Payments and refunds of one method and product in the month. Amounts are in rupiah. */
const moneyRow = z.object({
  ...method,
  product: z.string(),
  payments: z.number().int(),
  /** Without fees, before refunds. */
  revenue: z.number().int(),
  /** Fees that customers paid on top. */
  fees: z.number().int(),
  refunds: z.number().int(),
  /** With the fees that were returned. */
  refunded: z.number().int(),
});
export type MoneyRow = z.infer<typeof moneyRow>;

/** Unpaid orders that have not expired. */
const outstandingRow = z.object({
  ...method,
  orders: z.number().int(),
  /** With fees. */
  amount: z.number().int(),
  oldest: instant,
});
export type OutstandingRow = z.infer<typeof outstandingRow>;

/**
 * - unknown_at_provider: the provider has no such payment
 * - other_status: e.g. paid here and refunded there
 * - other_amount: the provider states another amount or currency
 */
const difference = z.enum(['unknown_at_provider', 'other_status', 'other_amount']);
export type Difference = z.infer<typeof difference>;

/** Paid top-up whose state differs from the provider's. Checked again every day. */
const moneyDifference = z.object({
  id: z.string(),
  reference: z.string(),
  ...method,
  amount: z.number().int(),
  difference,
  paid_at: instant,
  checked_at: instant,
});
export type MoneyDifference = z.infer<typeof moneyDifference>;

/** Payments of a day by whether the provider confirmed them. */
const reconciledDay = z.object({
  /** Day of the payment in Jakarta time. */
  day: z.string(),
  payments: z.number().int(),
  confirmed: z.number().int(),
  differences: z.number().int(),
  /** Credited by hand, paid by Binance Pay, or not checked yet. */
  unchecked: z.number().int(),
});
export type ReconciledDay = z.infer<typeof reconciledDay>;

export const moneyReport = z.object({
  rows: z.array(moneyRow),
  outstanding: z.array(outstandingRow),
  /** Of any month, newest payment first, at most 100. */
  differences: z.array(moneyDifference),
  /** Newest first. */
  days: z.array(reconciledDay),
});
export type MoneyReport = z.infer<typeof moneyReport>;
