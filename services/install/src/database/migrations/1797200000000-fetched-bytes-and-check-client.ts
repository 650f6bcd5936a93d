import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Version 0.1.0 ignores these columns and keeps working. */
export class FetchedBytesAndCheckClient1797200000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Bytes of the image that were sent to the VPS.
    await db.query('ALTER TABLE install ADD COLUMN fetched_bytes bigint NOT NULL DEFAULT 0');
    // The requester's IPv4 address or IPv6 /64.
    await db.query('ALTER TABLE vps_check ADD COLUMN client text');
    await db.query('CREATE INDEX vps_check_by_client ON vps_check (client, created_at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE vps_check DROP COLUMN client');
    await db.query('ALTER TABLE install DROP COLUMN fetched_bytes');
  }
}
