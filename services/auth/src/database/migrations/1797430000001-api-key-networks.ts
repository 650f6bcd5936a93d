import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Networks from which each key was used. Version 0.1.0 ignores the table. */
export class ApiKeyNetworks1797430000001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE api_key_network (
        api_key_id uuid NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
        network text NOT NULL,
        first_used_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (api_key_id, network)
      )
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE api_key_network');
  }
}
