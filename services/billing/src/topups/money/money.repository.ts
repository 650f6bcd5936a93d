import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { bigintColumn, idRow, rows } from '@casement/common/data/database/sql.js';

const MAX_DIFFERENCES = 100;

const count = bigintColumn;
const named = { method: z.string(), method_name: z.string() };
const time = z.date().transform((at) => at.toISOString());

const moneyRow = z.object({
  ...named,
  product: z.string(),
  payments: count,
  revenue: bigintColumn,
  fees: bigintColumn,
  refunds: count,
  refunded: bigintColumn,
});
const outstandingRow = z.object({ ...named, orders: count, amount: bigintColumn, oldest: time });
const differenceRow = z.object({
  ...named,
  id: z.string(),
  reference: z.string(),
  amount: bigintColumn,
  difference: z.enum(['unknown_at_provider', 'other_status', 'other_amount']),
  paid_at: time,
  checked_at: time,
});
const dayRow = z.object({
  day: z.string(),
  payments: count,
  confirmed: count,
  differences: count,
  unchecked: count,
});

/** Bounds of the month `$1`, e.g. 2026-11, in Jakarta. */
const FROM = `(($1 || '-01')::timestamp AT TIME ZONE 'Asia/Jakarta')`;
const TO = `((($1 || '-01')::timestamp + interval '1 month') AT TIME ZONE 'Asia/Jakarta')`;
const inMonth = (column: string) => `${column} >= ${FROM} AND ${column} < ${TO}`;
/** Uses the indexes of paid and of refunded top-ups. */
const PAID_IN_MONTH = `status = 'PAID' AND (refunded_at IS NULL AND ${inMonth('paid_at')}
  OR refunded_at IS NOT NULL AND ${inMonth('paid_at')})`;
const METHOD_NAME = `coalesce(m.name, payment_method)`;
const WITH_METHOD = 'LEFT JOIN payment_method m ON m.code = payment_method';
const DIFFERS = `reconciliation NOT IN ('confirmed', 'not_checked')`;

@Injectable()
export class MoneyRepository {
  constructor(private readonly db: Database) {}

  /** @param month e.g. 2026-11 */
  async report(month: string) {
    const db = this.db.manager;
    const [money, outstanding, differences, days] = await Promise.all([
      rows(
        db,
        moneyRow,
        `WITH paid AS (
           SELECT payment_method, product_name AS product, count(*) AS payments, sum(final_amount) AS revenue,
                  sum(payable_amount - final_amount) FILTER (WHERE bpay_micro IS NULL) AS fees
             FROM topup WHERE ${PAID_IN_MONTH} GROUP BY 1, 2),
         back AS (
           SELECT payment_method, product_name AS product, count(*) AS refunds,
                  sum(coalesce(r.amount, payable_amount, final_amount)) AS refunded
             FROM topup t LEFT JOIN refund r ON r.topup_id = t.id
            WHERE t.status = 'PAID' AND ${inMonth('t.refunded_at')} GROUP BY 1, 2)
         SELECT payment_method AS method, ${METHOD_NAME} AS method_name, product,
                coalesce(payments, 0) AS payments, coalesce(revenue, 0) AS revenue, coalesce(fees, 0) AS fees,
                coalesce(refunds, 0) AS refunds, coalesce(refunded, 0) AS refunded
           FROM paid FULL JOIN back USING (payment_method, product) ${WITH_METHOD}
          ORDER BY revenue DESC, method, product`,
        [month],
      ),
      rows(
        db,
        outstandingRow,
        `SELECT payment_method AS method, ${METHOD_NAME} AS method_name, count(*) AS orders,
                sum(coalesce(payable_amount, final_amount)) AS amount, min(t.created_at) AS oldest
           FROM topup t ${WITH_METHOD}
          WHERE status IN ('PENDING', 'UNPAID') AND expires_at > now()
          GROUP BY 1, 2 ORDER BY amount DESC, method`,
      ),
      rows(
        db,
        differenceRow,
        `SELECT t.id, coalesce(reference, merchant_ref) AS reference, payment_method AS method,
                ${METHOD_NAME} AS method_name, coalesce(payable_amount, final_amount) AS amount,
                reconciliation AS difference, paid_at, reconciled_at AS checked_at
           FROM topup t ${WITH_METHOD} WHERE status = 'PAID' AND ${DIFFERS}
          ORDER BY paid_at DESC, t.id LIMIT ${MAX_DIFFERENCES}`,
      ),
      rows(
        db,
        dayRow,
        `SELECT to_char(paid_at AT TIME ZONE 'Asia/Jakarta', 'YYYY-MM-DD') AS day, count(*) AS payments,
                count(*) FILTER (WHERE reconciliation = 'confirmed') AS confirmed,
                count(*) FILTER (WHERE ${DIFFERS}) AS differences,
                count(*) FILTER (WHERE reconciliation IS NULL OR reconciliation = 'not_checked') AS unchecked
           FROM topup WHERE ${PAID_IN_MONTH} GROUP BY 1 ORDER BY 1 DESC`,
        [month],
      ),
    ]);
    return { rows: money, outstanding, differences, days };
  }

  /**
   * Claims paid top-ups of earlier days that the provider has not confirmed today, except those credited by hand. A
   * claim counts as today's check.
   */
  claimUnconfirmed(limit: number): Promise<{ id: string }[]> {
    return rows(
      this.db.manager,
      idRow,
      `WITH due AS (
         SELECT id FROM topup t
          WHERE status = 'PAID' AND (reconciliation IS NULL OR ${DIFFERS}) AND payment_method <> 'BPAY'
            AND greatest(paid_at, refunded_at, reconciled_at)
                < date_trunc('day', now() AT TIME ZONE 'Asia/Jakarta') AT TIME ZONE 'Asia/Jakarta'
            AND NOT EXISTS (SELECT FROM ledger_entry e
              WHERE e.source = 'topup:' || t.id AND e.actor_id IS NOT NULL)
          ORDER BY paid_at LIMIT $1 FOR UPDATE OF t SKIP LOCKED)
       UPDATE topup AS t SET reconciled_at = now() FROM due WHERE t.id = due.id RETURNING t.id`,
      [limit],
    );
  }
}
