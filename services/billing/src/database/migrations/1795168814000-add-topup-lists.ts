import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Everybody's top-ups, newest first, of all statuses or of one. */
export class AddTopupLists1795168814000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE INDEX topup_newest ON topup (created_at DESC, id DESC)');
    await queryRunner.query(
      'CREATE INDEX topup_newest_by_status ON topup (status, created_at DESC, id DESC)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX topup_newest_by_status');
    await queryRunner.query('DROP INDEX topup_newest');
  }
}
