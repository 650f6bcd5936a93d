import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { bigintColumn, execute, row, rows } from '@casement/common/data/database/sql.js';
import { claimDue } from '@casement/common/data/jobs/claim-due.js';
import type { JobRow } from '@casement/common/platform/operations/failed-jobs.js';
import { OutgoingMailEntity } from './outgoing-mail.entity.js';

const kindRow = z.object({ kind: z.string() });

const dueMail = z.object({
  id: z.string(),
  kind: z.string(),
  sealed: z.string(),
  attempts: z.number(),
});
export type DueMail = z.infer<typeof dueMail>;

const failedMail = z.object({
  id: z.string(),
  title: z.string(),
  error: z.string(),
  attempts: z.number(),
  since: z.date(),
  canRetry: z.boolean(),
  total: bigintColumn,
});

/** Time after which another replica retries a mail that was neither sent nor postponed. */
const CLAIM_MS = 60_000;

@Injectable()
export class OutgoingMailRepository {
  constructor(private readonly db: Database) {}

  /** Claims the mail that has been due the longest. */
  async claim(): Promise<DueMail | undefined> {
    const [mail] = await claimDue(this.db.manager, dueMail, 'outgoing_mail', {
      due: 'next_attempt_at',
      open: 'sent_at IS NULL AND failed_at IS NULL AND give_up_at > now()',
      set: 'attempts = attempts + 1',
      claimMs: CLAIM_MS,
      limit: 1,
    });
    return mail;
  }

  async markSent(id: string): Promise<void> {
    const sent = { sentAt: () => 'now()', sealed: null, lastError: null };
    await this.db.manager.update(OutgoingMailEntity, { id }, sent);
  }

  async withhold(id: string): Promise<void> {
    await this.db.manager.delete(OutgoingMailEntity, { id });
  }

  async retryAfter(id: string, ms: number, error: string): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE outgoing_mail SET next_attempt_at = now() + make_interval(secs => $2), last_error = $3
       WHERE id = $1`,
      [id, ms / 1_000, error],
    );
  }

  async giveUp(id: string, error: string): Promise<void> {
    const failed = { failedAt: () => 'now()', sealed: null, lastError: error };
    await this.db.manager.update(OutgoingMailEntity, { id }, failed);
  }

  /** Returns mails that wait for a retry, and mails given up within the last day, newest first. */
  async failed(limit: number): Promise<{ total: number; rows: JobRow[] }> {
    const found = await rows(
      this.db.manager,
      failedMail,
      `SELECT id, kind AS title, coalesce(last_error, '') AS error, attempts, created_at AS since,
              failed_at IS NULL AS "canRetry", count(*) OVER () AS total
         FROM outgoing_mail
        WHERE (sent_at IS NULL AND failed_at IS NULL AND last_error IS NOT NULL)
           OR failed_at > now() - interval '1 day'
        ORDER BY created_at DESC, id DESC LIMIT $1`,
      [limit],
    );
    return { total: found[0]?.total ?? 0, rows: found.map(({ total: _, ...mail }) => mail) };
  }

  /** Makes the retry of a mail due. @returns its kind; undefined if it is not waiting for a retry */
  async retryNow(tx: EntityManager, id: string): Promise<string | undefined> {
    const mail = await row(
      tx,
      kindRow,
      `UPDATE outgoing_mail SET next_attempt_at = now()
        WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL AND last_error IS NOT NULL
        RETURNING kind`,
      [id],
    );
    return mail?.kind;
  }

  /** @returns the number of mails that expired before they could be sent */
  giveUpExpired(): Promise<number> {
    return execute(
      this.db.manager,
      `UPDATE outgoing_mail SET failed_at = now(), sealed = NULL
       WHERE sent_at IS NULL AND failed_at IS NULL AND give_up_at <= now()`,
    );
  }
}
