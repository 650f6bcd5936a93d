import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import type { JobRow } from '@casement/common/operations/failed-jobs.js';

export interface DueMail {
  id: string;
  kind: string;
  sealed: string;
  attempts: number;
}

/** How long a replica may take for one mail before another one tries it. */
const LEASE_SECONDS = 60;

@Injectable()
export class OutgoingMailRepository {
  constructor(private readonly db: Database) {}

  /** Takes the mail that has been due longest, for this replica alone while the lease lasts. */
  async claim(): Promise<DueMail | undefined> {
    const [mail] = await this.db.query<DueMail>(
      `WITH claimed AS (
         UPDATE outgoing_mail SET attempts = attempts + 1,
           next_attempt_at = now() + make_interval(secs => $1)
         WHERE id = (
           SELECT id FROM outgoing_mail
           WHERE sent_at IS NULL AND failed_at IS NULL AND next_attempt_at <= now()
             AND give_up_at > now()
           ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, kind, sealed, attempts)
       SELECT * FROM claimed`,
      [LEASE_SECONDS],
    );
    return mail;
  }

  async markSent(id: string): Promise<void> {
    await this.db.query(
      `UPDATE outgoing_mail SET sent_at = now(), sealed = NULL, last_error = NULL WHERE id = $1`,
      [id],
    );
  }

  async retryAfter(id: string, seconds: number, error: string): Promise<void> {
    await this.db.query(
      `UPDATE outgoing_mail SET next_attempt_at = now() + make_interval(secs => $2), last_error = $3
       WHERE id = $1`,
      [id, seconds, error],
    );
  }

  async giveUp(id: string, error: string): Promise<void> {
    await this.db.query(
      `UPDATE outgoing_mail SET failed_at = now(), sealed = NULL, last_error = $2 WHERE id = $1`,
      [id, error],
    );
  }

  /** Those that were tried in vain and wait, and those of the last day that were given up; newest first. */
  async late(limit: number): Promise<{ total: number; rows: JobRow[] }> {
    const found = await this.db.query<JobRow & { total: string }>(
      `SELECT id, kind AS title, coalesce(last_error, '') AS error, attempts, created_at AS since,
              failed_at IS NULL AS "canRetry", count(*) OVER () AS total
         FROM outgoing_mail
        WHERE (sent_at IS NULL AND failed_at IS NULL AND last_error IS NOT NULL)
           OR failed_at > now() - interval '1 day'
        ORDER BY created_at DESC, id DESC LIMIT $1`,
      [limit],
    );
    return {
      total: Number(found[0]?.total ?? 0),
      rows: found.map(({ total: _, ...row }) => row),
    };
  }

  /** Makes its next attempt due. @returns its kind; undefined where it does not wait for one */
  async hurry(tx: EntityManager, id: string): Promise<string | undefined> {
    const [rows] = await tx.query<[{ kind: string }[], number]>(
      `UPDATE outgoing_mail SET next_attempt_at = now()
        WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL AND last_error IS NOT NULL
        RETURNING kind`,
      [id],
    );
    return rows[0]?.kind;
  }

  /** @returns how many mails have become useless before they could be sent */
  async giveUpLate(): Promise<number> {
    const late = await this.db.query(
      `WITH late AS (
         UPDATE outgoing_mail SET failed_at = now(), sealed = NULL
         WHERE sent_at IS NULL AND failed_at IS NULL AND give_up_at <= now() RETURNING id)
       SELECT id FROM late`,
    );
    return late.length;
  }
}
