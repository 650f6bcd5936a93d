import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A user's top-ups are numbered 1, 2, 3 … like ledger entries: any page of the history is a range of an index and its
 * total is one row, however many there are.
 */
export class AddTopupNumbers1795168812000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE topup_count (
        user_id uuid PRIMARY KEY,
        topups integer NOT NULL CHECK (topups >= 0)
      )`);
    await queryRunner.query('ALTER TABLE topup ADD COLUMN user_no integer');
    await queryRunner.query(`
      UPDATE topup t SET user_no = numbered.no
        FROM (SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY created_at, id) AS no FROM topup) numbered
       WHERE numbered.id = t.id`);
    await queryRunner.query(`
      INSERT INTO topup_count (user_id, topups) SELECT user_id, count(*) FROM topup GROUP BY user_id`);
    await queryRunner.query('CREATE UNIQUE INDEX topup_user_no ON topup (user_id, user_no)');

    // AFTER, not BEFORE: an insert that a conflict swallows must not leave a gap.
    await queryRunner.query(`
      CREATE FUNCTION topup_gets_number() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE n integer;
      BEGIN
        INSERT INTO topup_count AS c (user_id, topups) VALUES (NEW.user_id, 1)
          ON CONFLICT (user_id) DO UPDATE SET topups = c.topups + 1
          RETURNING topups INTO n;
        UPDATE topup SET user_no = n WHERE id = NEW.id;
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER topup_gets_number AFTER INSERT ON topup
      FOR EACH ROW EXECUTE FUNCTION topup_gets_number()`);
    await queryRunner.query('DROP INDEX topup_history');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX topup_history ON topup (user_id, created_at DESC, id DESC)',
    );
    await queryRunner.query('DROP TRIGGER topup_gets_number ON topup');
    await queryRunner.query('DROP FUNCTION topup_gets_number');
    await queryRunner.query('ALTER TABLE topup DROP COLUMN user_no');
    await queryRunner.query('DROP TABLE topup_count');
  }
}
