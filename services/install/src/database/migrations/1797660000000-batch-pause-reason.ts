import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reason for an automatic pause; `null` if the user paused the batch. Older replicas ignore the column. */
export class BatchPauseReason1797660000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install_batch ADD pause_reason text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install_batch DROP COLUMN pause_reason');
  }
}
