import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sealed script that a customer wants to run in Windows, and scripts that users saved or operators offer. */
export class Scripts1797657000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install ADD script_sealed text');
    await db.query(`
      CREATE TABLE script (
        id uuid PRIMARY KEY,
        user_id uuid,
        name text NOT NULL,
        description text NOT NULL,
        content_sealed text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await db.query('CREATE INDEX script_user_id_idx ON script (user_id)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE script');
    await db.query('ALTER TABLE install DROP COLUMN script_sealed');
  }
}
