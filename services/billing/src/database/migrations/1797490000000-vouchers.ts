import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds vouchers. A use is the top-up with the discount or the ledger entry of redeemed quota, so that orders which
 * version 0.1.0 expires or credits during an upgrade are counted correctly.
 */
export class Vouchers1797490000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE voucher (
        id uuid PRIMARY KEY,
        code text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$'),
        label text NOT NULL,
        basis_points integer CHECK (basis_points BETWEEN 1 AND 9000),
        quota integer CHECK (quota BETWEEN 1 AND 10000),
        max_uses integer CHECK (max_uses > 0),
        max_uses_per_user integer NOT NULL CHECK (max_uses_per_user > 0),
        min_quantity integer NOT NULL CHECK (min_quantity > 0),
        valid_from date,
        valid_until date,
        disabled_at timestamptz,
        created_by uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT voucher_has_one_value CHECK (num_nonnulls(basis_points, quota) = 1),
        CONSTRAINT voucher_quota_is_limited CHECK (quota IS NULL OR max_uses IS NOT NULL),
        CONSTRAINT voucher_days_in_order CHECK (valid_from <= valid_until)
      )`);
    // Codes are compared without hyphens.
    await db.query(`CREATE UNIQUE INDEX voucher_typed ON voucher (replace(code, '-', ''))`);
    await db.query('CREATE INDEX voucher_newest ON voucher (created_at, id)');

    await db.query('ALTER TABLE topup ADD COLUMN voucher_code text REFERENCES voucher (code)');
    await db.query(`
      CREATE INDEX topup_of_voucher ON topup (voucher_code, user_id, status)
      WHERE voucher_code IS NOT NULL`);

    await db.query(
      'ALTER TABLE ledger_entry ADD COLUMN voucher_code text REFERENCES voucher (code)',
    );
    await db.query(`
      CREATE INDEX ledger_entry_of_voucher ON ledger_entry (voucher_code, user_id)
      WHERE voucher_code IS NOT NULL`);
    // A refund of a top-up may be positive: quota that was held for it returns.
    await db.query(`
      ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_amount_fits_kind,
        ADD CONSTRAINT ledger_entry_amount_fits_kind CHECK (
          CASE kind
            WHEN 'credit' THEN amount > 0 AND num_nonnulls(topup_id, voucher_code) = 1
            WHEN 'hold' THEN amount = -1 AND install_id IS NOT NULL
            WHEN 'release' THEN amount = 1 AND install_id IS NOT NULL
            WHEN 'capture' THEN amount = 0 AND install_id IS NOT NULL
            WHEN 'adjustment' THEN amount <> 0
            WHEN 'refund' THEN (amount = 1 AND install_id IS NOT NULL) OR (amount <> 0 AND topup_id IS NOT NULL)
            ELSE false
          END)`);
  }

  /** Fails while redeemed quota exists, because the ledger is never changed. */
  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_amount_fits_kind,
        ADD CONSTRAINT ledger_entry_amount_fits_kind CHECK (
          CASE kind
            WHEN 'credit' THEN amount > 0 AND topup_id IS NOT NULL
            WHEN 'hold' THEN amount = -1 AND install_id IS NOT NULL
            WHEN 'release' THEN amount = 1 AND install_id IS NOT NULL
            WHEN 'capture' THEN amount = 0 AND install_id IS NOT NULL
            WHEN 'adjustment' THEN amount <> 0
            WHEN 'refund' THEN (amount = 1 AND install_id IS NOT NULL) OR (amount <> 0 AND topup_id IS NOT NULL)
            ELSE false
          END)`);
    await db.query('ALTER TABLE ledger_entry DROP COLUMN voucher_code');
    await db.query('ALTER TABLE topup DROP COLUMN voucher_code');
    await db.query('DROP TABLE voucher');
  }
}
