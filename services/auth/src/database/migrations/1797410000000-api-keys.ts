import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API keys of programs that act on behalf of a user. The previous version ignores the table. */
export class ApiKeys1797410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_key (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        name text NOT NULL,
        key_hash bytea NOT NULL,
        ending text NOT NULL,
        scopes text[] NOT NULL,
        networks text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        last_used_at timestamptz,
        last_used_address text,
        revoked_at timestamptz,
        CONSTRAINT api_key_hash_key UNIQUE (key_hash)
      )`);
    await runner.query('CREATE INDEX api_key_of_user ON api_key (user_id)');
    await runner.query(
      'CREATE INDEX api_key_revoked ON api_key (revoked_at) WHERE revoked_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_key');
  }
}
