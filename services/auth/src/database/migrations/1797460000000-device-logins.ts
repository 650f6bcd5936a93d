import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Device logins that wait for user confirmation (RFC 8628). The previous version ignores the table. */
export class DeviceLogins1797460000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE device_login (
        id uuid PRIMARY KEY,
        device_code_hash bytea NOT NULL,
        user_code_hash bytea NOT NULL,
        name text NOT NULL,
        scopes text[] NOT NULL,
        networks text[] NOT NULL,
        expires_in_days integer,
        address text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        interval_seconds integer NOT NULL,
        last_asked_at timestamptz,
        approved_by uuid REFERENCES user_account (id) ON DELETE CASCADE,
        approved_epoch integer,
        denied_at timestamptz,
        CONSTRAINT device_login_device_code_key UNIQUE (device_code_hash),
        CONSTRAINT device_login_user_code_key UNIQUE (user_code_hash)
      )
    `);
    await db.query('CREATE INDEX device_login_expires ON device_login (expires_at)');
    // Index for deleting the logins that a deleted account has approved.
    await db.query(
      'CREATE INDEX device_login_approved_by ON device_login (approved_by) WHERE approved_by IS NOT NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE device_login');
  }
}
