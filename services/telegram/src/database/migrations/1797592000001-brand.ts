import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Copy of the brand, which auth owns. The previous version ignores it. */
export class Brand1797592000001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE brand (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        version integer NOT NULL,
        name text NOT NULL,
        accent text,
        logo_png bytea,
        logo_width integer,
        logo_height integer,
        mail_sender_name text
      )
    `);
    await db.query(`INSERT INTO brand (version, name) VALUES (0, 'Casement')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE brand');
  }
}
