import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseUnits } from '../../usdt.js';

/**
 * Normalizes a transfer's ID for comparison. A number is the same with and without a letter prefix (`M_P_123`,
 * `C_P_123`, `123`). Other IDs, such as `P_A1JM7ZT9MM571112`, stay unchanged. The SQL function bpay_identity
 * implements the same rule.
 */
export const transactionIdentity = (id: string): string =>
  id.trim().replace(/^[A-Za-z_]+(?=[0-9]+$)/, '');

/**
 * Returns the key of a stored transfer in the format of version 0.1.0, because both versions may store the same
 * transfer.
 */
const transferKey = (id: string): string => id.replace(/^M_P_(?=\d+$)/i, '');

/** GET /sapi/v1/pay/transactions. `code` is text in a success response and a negative number in an error. */
export const historyEnvelope = z.object({
  code: z.literal('000000'),
  success: z.literal(true),
  data: z.array(z.unknown()),
});

export const refusalEnvelope = z.object({ code: z.number().int(), msg: z.string().default('') });

/** Matches a string, or a number outside of strings. */
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON and keeps every number as its source text. Binance sends IDs and amounts as text or as numbers, and a
 * JavaScript number would lose the last digits of an 18-digit ID.
 *
 * @param text valid JSON
 */
export const parseWithNumbersAsText = (text: string): unknown =>
  JSON.parse(text.replace(JSON_TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`)));

/** Transfer as read from the history; outgoing transfers have a negative amount. */
export interface BinanceTransfer {
  transactionId: string;
  /** Order ID that Binance's app shows to the payer; `null` in older rows. */
  orderId: string | null;
  orderType: string;
  paidAt: Date;
  /** Decimal text. */
  amount: string;
  currency: string;
  /** Binance ID of the receiving account; empty if Binance does not report it. */
  receiverId: string;
}

/** Row with fields of an unexpected type or format. */
export interface UnreadableRow {
  fingerprint: string;
  /** Names the row for administrators: an ID or the time of the transfer. */
  label: string;
  /** Field names and kinds of values. Never the values, which may be personal data. */
  problem: string;
}

const id = z.string().trim().min(1).max(100);
const fields = {
  transactionId: id,
  transactionTime: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform((text) => new Date(Number(text)))
    .refine((at) => at.getTime() > 0),
  amount: z.string().refine((text) => parseUnits(text) !== null),
  currency: z.string().min(1).max(40),
  // Empty text and 0 mean that there is no Order ID.
  orderId: id
    .or(z.literal(''))
    .nullish()
    .transform((text) => (text && text !== '0' ? transactionIdentity(text) : null)),
  orderType: z.string().max(40).nullish(),
  receiverInfo: z.object({ binanceId: z.string().max(100).nullish() }).nullish(),
};
type FieldName = keyof typeof fields;
const rowShape = z.looseObject({});

/**
 * Reads a row of the history, in which numbers have been converted to text. If one of the first four fields is
 * unreadable, `transfer` is null. Other unreadable fields count as missing. Both cases are reported in `unreadable`.
 */
export function readRow(row: unknown): {
  transfer: BinanceTransfer | null;
  fingerprint: string;
  unreadable: UnreadableRow | null;
} {
  const values = rowShape.safeParse(row).data ?? {};
  const problems: string[] = [];
  const read = <N extends FieldName>(name: N): z.output<(typeof fields)[N]> | undefined => {
    const { data, success } = fields[name].safeParse(values[name]);
    if (success) return data as z.output<(typeof fields)[N]>;
    problems.push(`${name} (${kindOf(values[name])})`);
    return undefined;
  };
  const transactionId = read('transactionId');
  const paidAt = read('transactionTime');
  const amount = read('amount');
  const currency = read('currency');
  const orderId = read('orderId') ?? null;
  const orderType = read('orderType') ?? '';
  const receiverId = read('receiverInfo')?.binanceId ?? '';

  const isTransfer = transactionId && paidAt && amount && currency;
  const transfer = isTransfer
    ? {
        transactionId: transferKey(transactionId),
        orderId,
        orderType,
        paidAt,
        amount,
        currency,
        receiverId,
      }
    : null;
  const fingerprint = createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 32);
  if (problems.length === 0) return { transfer, fingerprint, unreadable: null };
  const label = orderId ?? transactionId ?? paidAt?.toISOString() ?? 'no readable id';
  return {
    transfer,
    fingerprint,
    unreadable: { fingerprint, label, problem: problems.join(', ') },
  };
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'text in another format' : `of type ${typeof value}`;
}

export const isIncoming = ({ amount }: { amount: string }): boolean =>
  (parseUnits(amount) ?? 0n) > 0n;
