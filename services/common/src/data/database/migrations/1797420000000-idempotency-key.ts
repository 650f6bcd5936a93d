import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests named by an Idempotency-Key: the current claim, then the outcome. */
export class IdempotencyKey1797420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_key (
        user_id uuid NOT NULL,
        key_hash bytea NOT NULL,
        fingerprint bytea NOT NULL,
        claim uuid NOT NULL,
        claimed_until timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        done_at timestamptz,
        answer text,
        made text,
        PRIMARY KEY (user_id, key_hash)
      )`);
    await runner.query(`CREATE INDEX idempotency_key_created ON idempotency_key (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_key');
  }
}
