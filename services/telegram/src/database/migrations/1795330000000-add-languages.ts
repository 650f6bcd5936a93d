import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What somebody has chosen with /language; it holds in their chats with both bots. */
export class AddLanguages1795330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE chat_language (chat_id bigint PRIMARY KEY, language text NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE chat_language`);
  }
}
