import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Batches of machines. Their checks do not use the user's single slot for "Check my VPS". The previous version
 * inserts no such checks, so the narrower index works for it like the old one.
 */
export class Batches1797450000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE install_batch (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        client text,
        correlation_id text,
        status text NOT NULL
          CHECK (status IN ('checking', 'ready', 'running', 'paused', 'cancelled', 'ended')),
        at_a_time integer,
        size integer NOT NULL,
        run_after timestamptz NOT NULL DEFAULT now(),
        lease_owner text,
        lease_epoch bigint NOT NULL DEFAULT 0,
        lease_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        finished_at timestamptz,
        CHECK (status NOT IN ('running', 'paused') OR (at_a_time IS NOT NULL AND started_at IS NOT NULL))
      );
      CREATE INDEX install_batch_by_user ON install_batch (user_id, id DESC);
      CREATE INDEX install_batch_due ON install_batch (run_after) WHERE finished_at IS NULL;

      CREATE TABLE install_batch_row (
        batch_id uuid NOT NULL REFERENCES install_batch (id) ON DELETE CASCADE,
        number integer NOT NULL,
        ip text NOT NULL,
        win_ver text NOT NULL,
        win_name text,
        ssh_port integer,
        ssh_user text,
        status text NOT NULL
          CHECK (status IN ('refused', 'checking', 'unfit', 'ready', 'starting', 'installing', 'review', 'completed',
                            'failed', 'no_quota', 'expired', 'cancelled')),
        credentials text,
        credentials_until timestamptz,
        check_id uuid,
        install_id uuid UNIQUE,
        failure jsonb,
        field text,
        install_seconds integer,
        started_at timestamptz,
        finished_at timestamptz,
        PRIMARY KEY (batch_id, number),
        CHECK ((credentials IS NULL) = (credentials_until IS NULL)),
        CHECK (credentials IS NULL OR status IN ('checking', 'unfit', 'ready', 'starting', 'no_quota')),
        CHECK (credentials IS NOT NULL OR status NOT IN ('checking', 'ready', 'starting')),
        CHECK (status NOT IN ('starting', 'installing', 'review', 'completed') OR install_id IS NOT NULL)
      );
      CREATE INDEX install_batch_row_expiring ON install_batch_row (credentials_until) WHERE credentials IS NOT NULL;

      ALTER TABLE vps_check ADD COLUMN batch_id uuid;
      CREATE UNIQUE INDEX vps_check_one_of_form_per_user ON vps_check (user_id)
        WHERE status IN ('pending', 'running') AND batch_id IS NULL;
      DROP INDEX vps_check_one_per_user;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM vps_check WHERE batch_id IS NOT NULL;
      CREATE UNIQUE INDEX vps_check_one_per_user ON vps_check (user_id) WHERE status IN ('pending', 'running');
      DROP INDEX vps_check_one_of_form_per_user;
      ALTER TABLE vps_check DROP COLUMN batch_id;
      DROP TABLE install_batch_row, install_batch;
    `);
  }
}
