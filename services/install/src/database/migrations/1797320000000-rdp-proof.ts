import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Version 0.1.0 keeps working without these columns. */
export class RdpProof1797320000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Times at which the owner had the RDP password checked, for the throttle.
    await db.query(
      "ALTER TABLE install ADD COLUMN rdp_checked_at timestamptz[] NOT NULL DEFAULT '{}'",
    );
    await db.query(
      'ALTER TABLE image_job ADD COLUMN handshake_only boolean NOT NULL DEFAULT false',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE image_job DROP COLUMN handshake_only');
    await db.query('ALTER TABLE install DROP COLUMN rdp_checked_at');
  }
}
