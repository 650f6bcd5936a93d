import type { QueryRunner } from 'typeorm';

/**
 * Creates tables for quota held by installs, for deleted users, and for administrators' corrections by idempotency
 * key.
 */
export async function createHolds(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE install_hold (
      install_id uuid PRIMARY KEY,
      user_id uuid NOT NULL,
      state text NOT NULL
        CHECK (state IN ('held', 'captured', 'released', 'refunded', 'insufficient', 'refused')),
      round integer NOT NULL DEFAULT 1 CHECK (round >= 1),
      version integer NOT NULL DEFAULT -1,
      uncharged boolean NOT NULL DEFAULT false,
      next_check_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`);
  await runner.query(`
    CREATE INDEX install_hold_due ON install_hold (next_check_at) WHERE state = 'held'`);
  await runner.query(`
    CREATE TABLE closed_account (
      user_id uuid PRIMARY KEY,
      closed_at timestamptz NOT NULL DEFAULT now()
    )`);
  await runner.query(`
    CREATE TABLE quota_request (
      actor_id uuid NOT NULL,
      idempotency_key text NOT NULL,
      request_hash text NOT NULL,
      new_quota integer,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (actor_id, idempotency_key)
    )`);
}
