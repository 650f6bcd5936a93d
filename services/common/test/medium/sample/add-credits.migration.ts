import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddCredits1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE credit (id uuid PRIMARY KEY, topup_id text NOT NULL, final_amount bigint NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE credit`);
  }
}
