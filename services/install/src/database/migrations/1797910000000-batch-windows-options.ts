import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Windows settings of a batch, for retries. `null` in older batches, which have them only in waiting rows. */
export class BatchWindowsOptions1797910000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install_batch ADD windows_options jsonb, ADD secret_options text');
    await db.query(
      `CREATE INDEX install_batch_with_secrets ON install_batch (created_at)
       WHERE secret_options IS NOT NULL`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE install_batch DROP COLUMN windows_options, DROP COLUMN secret_options',
    );
  }
}
