import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';

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
