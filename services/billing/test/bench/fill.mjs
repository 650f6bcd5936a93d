/**
 * Inserts rows as billing would create them, but with triggers off, because they are too slow for a million rows in
 * one transaction. The columns that the triggers maintain are written afterwards.
 */
export async function fill(source, userId, rows) {
  await source.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(
      `INSERT INTO topup (id, user_id, user_no, merchant_ref, reference, product_name, quantity, unit_price_sen,
          total_amount, discount_basis_points, discount_amount, final_amount, payment_method, payment_name, status,
          payable_amount, checkout_url, expires_at, paid_at, created_at, updated_at)
       SELECT gen_random_uuid(), user_id, n, 'CSM-' || user_id || n, 'T' || user_id || n, 'Windows Install Quota', 1, 5000000,
          50000, 0, 0, 50000, 'QRIS', 'QRIS by the gateway', 'PAID',
          50750, 'https://gateway.example/checkout/' || n, at + interval '1 hour', at, at, at
         FROM (SELECT $1::uuid AS user_id, n, now() - ($2::int - n) * interval '1 minute' AS at
                FROM generate_series(1, $2::int) n) numbered`,
      [userId, rows],
    );
    await tx.query('INSERT INTO topup_count (user_id, topups) VALUES ($1, $2)', [userId, rows]);
    await tx.query('INSERT INTO balance (user_id, quota, entries) VALUES ($1, $2, $2)', [
      userId,
      rows,
    ]);
    await tx.query(
      `INSERT INTO ledger_entry (id, user_id, entry_no, kind, amount, balance_after, source, topup_id, created_at)
       SELECT gen_random_uuid(), user_id, user_no, 'credit', 1, user_no, 'topup:' || id, id, created_at
         FROM topup WHERE user_id = $1`,
      [userId],
    );
  });
}
