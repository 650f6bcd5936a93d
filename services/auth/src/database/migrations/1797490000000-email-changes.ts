import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * New addresses that wait for their code, and old ones that stay reserved. The previous version ignores both tables;
 * until it is gone, another account can still verify a reserved address.
 */
export class EmailChanges1797490000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE email_change (
        user_id uuid PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
        id uuid NOT NULL,
        email text NOT NULL,
        code_hash bytea NOT NULL,
        tries integer NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL
      )
    `);
    await db.query(`
      CREATE TABLE email_reservation (
        undo_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        email text NOT NULL,
        changed_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      )
    `);
    await db.query('CREATE INDEX email_reservation_email ON email_reservation (lower(email))');
    await db.query('CREATE INDEX email_reservation_of_user ON email_reservation (user_id)');
    await db.query('CREATE INDEX email_reservation_expiry ON email_reservation (expires_at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE email_reservation');
    await db.query('DROP TABLE email_change');
  }
}
