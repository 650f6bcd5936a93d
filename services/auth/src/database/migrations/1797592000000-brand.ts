import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Name, logo, colour and texts of the shop. The previous version ignores them. */
export class Brand1797592000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE brand_image (
        hash text PRIMARY KEY,
        png bytea NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )
    `);
    await db.query(`
      CREATE TABLE brand (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        version integer NOT NULL,
        name text NOT NULL,
        accent text,
        logo_light text REFERENCES brand_image (hash),
        logo_dark text REFERENCES brand_image (hash),
        favicon text REFERENCES brand_image (hash),
        support_email text,
        support_chat_url text,
        mail_sender_name text,
        footer_links jsonb NOT NULL,
        landing_texts jsonb NOT NULL
      )
    `);
    await db.query(`
      INSERT INTO brand (version, name, footer_links, landing_texts)
      VALUES (0, 'Casement', '[]', '{"en": {}, "id": {}}')
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE brand, brand_image');
  }
}
