import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FetchedBytes1797200000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // What the VPS has been sent of its image. Version 0.1.0 goes on without it.
    await db.query('ALTER TABLE install ADD COLUMN fetched_bytes bigint NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install DROP COLUMN fetched_bytes');
  }
}
