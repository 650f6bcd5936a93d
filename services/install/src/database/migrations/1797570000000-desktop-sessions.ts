import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Windows desktops in the browser. A row starts as a ticket and becomes the session opened with it. Sessions outlive
 * the record of their install, so that their end can still be recorded.
 */
export class DesktopSessions1797570000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE desktop_session (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        auth_session_id uuid NOT NULL,
        auth_epoch integer NOT NULL,
        install_id uuid NOT NULL,
        host text NOT NULL,
        port integer NOT NULL,
        certificate_sha256 text NOT NULL,
        ticket_hash text UNIQUE,
        ticket_expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        replica text,
        client_address text,
        opened_at timestamptz,
        reported_at timestamptz,
        active_at timestamptz,
        bytes_to_windows bigint NOT NULL DEFAULT 0,
        bytes_to_browser bigint NOT NULL DEFAULT 0,
        end_ordered text,
        ended_at timestamptz,
        end_reason text,
        CHECK (opened_at IS NULL OR (ticket_hash IS NULL AND replica IS NOT NULL AND client_address IS NOT NULL
                                     AND reported_at IS NOT NULL AND active_at IS NOT NULL)),
        CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
        CHECK (ended_at IS NULL OR opened_at IS NOT NULL)
      );
      CREATE INDEX desktop_session_by_user ON desktop_session (user_id, created_at);
      CREATE INDEX desktop_session_opened ON desktop_session (id DESC) WHERE opened_at IS NOT NULL;
      CREATE INDEX desktop_session_open ON desktop_session (reported_at) WHERE opened_at IS NOT NULL AND ended_at IS NULL;
      CREATE INDEX desktop_session_ended ON desktop_session (ended_at) WHERE ended_at IS NOT NULL;
      CREATE INDEX desktop_session_unopened ON desktop_session (ticket_expires_at) WHERE opened_at IS NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE desktop_session');
  }
}
