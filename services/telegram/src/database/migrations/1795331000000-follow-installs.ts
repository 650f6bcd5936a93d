import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which messages still show an install under way: they are edited until they have shown its end. */
export class FollowInstalls1795331000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE notice ADD COLUMN message_over boolean NOT NULL DEFAULT false`);
    await runner.query(
      `CREATE INDEX notice_followed ON notice ((content->>'installId'), seq DESC)
        WHERE kind = 'install_progress' AND status = 'sent' AND NOT message_over`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE notice DROP COLUMN message_over`);
  }
}
