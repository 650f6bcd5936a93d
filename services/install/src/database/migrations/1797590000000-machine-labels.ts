import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Customers' labels of their machines, and an index for "My machines". A label is stored in all installs of its
 * machine, so that it is deleted with them.
 */
export class MachineLabels1797590000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install ADD label text CHECK (length(label) BETWEEN 1 AND 60)');
    await db.query('CREATE INDEX install_by_machine ON install (user_id, ip, id DESC)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX install_by_machine');
    await db.query('ALTER TABLE install DROP COLUMN label');
  }
}
