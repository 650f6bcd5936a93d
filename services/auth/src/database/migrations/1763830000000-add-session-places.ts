import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSessionPlaces1763830000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE session
        ADD COLUMN device text NOT NULL DEFAULT 'Unknown device',
        -- Where it was last refreshed from.
        ADD COLUMN address text
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE session DROP COLUMN device, DROP COLUMN address');
  }
}
