type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Maximum findings per invariant, so that a million broken rows do not fill the screen. */
const FINDINGS = 20;

/** SQL queries by the invariant that they check. Each row that a query returns is a violation. */
export const invariants: Record<string, string> = {
  'a balance is the sum of its ledger': `
    SELECT b.user_id, b.quota, coalesce(sum(e.amount), 0) AS sum
      FROM balance b LEFT JOIN ledger_entry e USING (user_id)
     GROUP BY b.user_id, b.quota, b.entries
    HAVING b.quota <> coalesce(sum(e.amount), 0) OR b.entries <> count(e.id)`,
  'each entry continues the one before': `
    SELECT id FROM (
      SELECT id, amount, balance_after, entry_no,
             lag(balance_after, 1, 0) OVER (PARTITION BY user_id ORDER BY entry_no) AS before,
             row_number() OVER (PARTITION BY user_id ORDER BY entry_no) AS expected_no
        FROM ledger_entry) e
     WHERE balance_after <> before + amount OR entry_no <> expected_no OR balance_after < 0`,
  'no source counts twice': `
    SELECT source FROM ledger_entry GROUP BY source HAVING count(*) > 1`,
  'a paid top-up is credited once, any other never': `
    SELECT t.id, t.status FROM topup t LEFT JOIN ledger_entry e ON e.topup_id = t.id AND e.kind = 'credit'
     GROUP BY t.id
    HAVING count(e.id) <> CASE t.status WHEN 'PAID' THEN 1 ELSE 0 END
        OR coalesce(sum(e.amount), t.quantity) <> t.quantity`,
  'a paid Binance order has a transfer of its own, unless credited by hand': `
    SELECT t.id FROM topup t LEFT JOIN bpay_transfer b ON b.topup_id = t.id
     WHERE t.payment_method = 'BPAY' AND (t.status = 'PAID') <> (b.transaction_id IS NOT NULL)
       AND NOT (t.status = 'PAID' AND EXISTS (
         SELECT FROM ledger_entry e WHERE e.topup_id = t.id AND e.kind = 'credit' AND e.actor_id IS NOT NULL))
       AND NOT (t.status <> 'PAID' AND EXISTS (SELECT FROM closed_account c WHERE c.user_id = t.user_id))`,
  'no id of a Binance transfer counts twice': `
    SELECT id FROM (
      SELECT DISTINCT unnest(ARRAY[bpay_identity(transaction_id), order_id]) AS id, topup_id
        FROM bpay_transfer WHERE topup_id IS NOT NULL) credited
     WHERE id IS NOT NULL GROUP BY id HAVING count(*) > 1`,
  'a top-up is numbered without a gap': `
    SELECT c.user_id FROM topup_count c LEFT JOIN topup t USING (user_id)
     GROUP BY c.user_id, c.topups
    HAVING count(t.id) <> c.topups OR count(t.user_no) <> c.topups OR max(t.user_no) <> c.topups`,
  'a credit has a paid top-up, or is the quota of a voucher': `
    SELECT e.id FROM ledger_entry e LEFT JOIN topup t ON t.id = e.topup_id LEFT JOIN voucher v ON v.code = e.voucher_code
     WHERE (e.kind = 'credit' OR e.voucher_code IS NOT NULL)
       AND (e.kind <> 'credit' OR (t.status = 'PAID') IS NOT TRUE AND (e.amount = v.quota) IS NOT TRUE)`,
  'an order with a voucher has its discount and minimum': `
    SELECT t.id FROM topup t JOIN voucher v ON v.code = t.voucher_code
     WHERE t.discount_basis_points IS DISTINCT FROM v.basis_points OR t.quantity < v.min_quantity`,
  // A payment that arrives after its order has expired is credited and counted beyond the limit.
  'redemptions and open orders keep the limits of their voucher': `
    SELECT v.code, u.user_id, u.own, u.total FROM voucher v JOIN (
      SELECT voucher_code, user_id, count(*) AS own, sum(count(*)) OVER (PARTITION BY voucher_code) AS total FROM (
        SELECT voucher_code, user_id FROM ledger_entry WHERE voucher_code IS NOT NULL
        UNION ALL
        SELECT voucher_code, user_id FROM topup
         WHERE voucher_code IS NOT NULL AND status IN ('PENDING', 'UNPAID')) held
       GROUP BY voucher_code, user_id) u ON u.voucher_code = v.code
     WHERE u.own > v.max_uses_per_user OR u.total > v.max_uses`,
  'a refund takes what was there and names the rest, and returns it if it was not made': `
    SELECT t.id FROM topup t LEFT JOIN refund r ON r.topup_id = t.id
      LEFT JOIN ledger_entry e ON e.topup_id = t.id AND e.kind = 'refund'
     GROUP BY t.id, r.topup_id
    HAVING coalesce(-sum(e.amount), 0) <> CASE
        WHEN t.status = 'PAID' AND t.refunded_at IS NOT NULL THEN coalesce(r.quantity, t.quantity) - t.refund_short
        WHEN r.state IN ('refund_pending', 'by_hand') THEN r.taken
        ELSE 0 END`,
  'a refund returns at most the payment of its top-up': `
    SELECT t.id, r.state FROM refund r JOIN topup t ON t.id = r.topup_id
     WHERE t.status <> 'PAID' OR r.quantity > t.quantity OR r.amount > coalesce(t.payable_amount, t.final_amount)
        OR (r.state = 'refunded') <> (t.refunded_at IS NOT NULL)
        OR t.refund_taken IS DISTINCT FROM CASE WHEN r.state <> 'not_refunded' THEN r.taken END`,
  'receipts are numbered without a gap per kind and year': `
    SELECT kind, year, c.issued, count(r.id) AS receipts, max(r.serial) AS last
      FROM receipt_counter c FULL JOIN receipt r USING (kind, year)
     GROUP BY kind, year, c.issued
    HAVING count(r.id) <> coalesce(c.issued, 0) OR max(r.serial) IS DISTINCT FROM c.issued`,
  'a receipt states the price of its paid top-up': `
    SELECT t.id, t.receipt_number FROM topup t
      FULL JOIN (SELECT * FROM receipt WHERE kind = 'receipt') r ON r.topup_id = t.id
     WHERE (r.id IS NOT NULL OR t.receipt_number IS NOT NULL)
       AND (t.status, t.receipt_number, t.final_amount, t.user_id)
           IS DISTINCT FROM ('PAID', r.number, r.final_amount, r.user_id)`,
  'a credit note states the refund of its top-up': `
    SELECT t.id, t.credit_note_number FROM (SELECT * FROM receipt WHERE kind = 'credit_note') n
      FULL JOIN (SELECT * FROM topup WHERE credit_note_number IS NOT NULL) t ON t.id = n.topup_id
      LEFT JOIN refund r ON r.topup_id = t.id
     WHERE t.refunded_at IS NULL
        OR (n.number, n.corrects) IS DISTINCT FROM (t.credit_note_number, t.receipt_number)
        OR n.final_amount + n.fee_amount <> r.amount`,
  'an install that is not free costs 1 while held or spent, else nothing': `
    SELECT h.install_id, h.state, coalesce(sum(e.amount), 0) AS cost
      FROM install_hold h LEFT JOIN ledger_entry e USING (install_id)
     GROUP BY h.install_id, h.state, h.free
    HAVING coalesce(sum(e.amount), 0) <> CASE WHEN h.state IN ('held', 'captured') AND NOT h.free THEN -1 ELSE 0 END
        OR h.free AND count(e.id) > 0`,
};

/** @returns the names of the violated invariants with their findings */
export async function brokenInvariants(query: Query): Promise<Record<string, unknown>> {
  const broken: Record<string, unknown> = {};
  for (const [name, sql] of Object.entries(invariants)) {
    const findings = await query(`SELECT * FROM (${sql}) finding LIMIT ${FINDINGS}`);
    if (findings.length > 0) broken[name] = findings;
  }
  return broken;
}
