import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions of the legal pages and who accepted the terms. The previous version ignores them. */
export class LegalPages1797591000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE legal_version (
        page text NOT NULL,
        version integer NOT NULL,
        text_en text NOT NULL,
        text_id text NOT NULL,
        change_en text NOT NULL,
        change_id text NOT NULL,
        asks_acceptance boolean NOT NULL,
        published_at timestamptz,
        mailed_up_to uuid,
        PRIMARY KEY (page, version)
      )
    `);
    await db.query(
      'CREATE UNIQUE INDEX legal_version_draft ON legal_version (page) WHERE published_at IS NULL',
    );
    await db.query(`
      CREATE TABLE terms_acceptance (
        user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        version integer NOT NULL,
        accepted_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, version)
      )
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE terms_acceptance, legal_version');
  }
}
