import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../data/database/database.js';
import { isId } from '../../data/database/new-id.js';
import { bigintColumn, row, rows } from '../../data/database/sql.js';
import { Audit } from '../../messaging/audit.js';
import { OutboxWakeup } from '../../messaging/outbox/outbox-wakeup.js';
import { FailedJobs, type JobRow } from './failed-jobs.js';
import { operationsErrors } from './operations.errors.js';

/** Number of failed tries from which an event is listed. Fewer failures are normal in a network. */
const STUCK_AFTER = 5;
const STUCK = `published_at IS NULL AND attempts >= ${STUCK_AFTER}`;

const stuckRow = z.object({
  id: z.string(),
  title: z.string(),
  attempts: z.number(),
  since: z.date(),
  total: bigintColumn,
});
const subjectRow = z.object({ subject: z.string() });

/**
 * Lists events that the stream does not accept. They are retried every 15 s; an administrator can retry them
 * immediately.
 */
@Injectable()
export class StuckEvents {
  constructor(
    failed: FailedJobs,
    private readonly db: Database,
    private readonly wakeup: OutboxWakeup,
    private readonly audit: Audit,
  ) {
    failed.add({
      kind: 'outbox-event',
      list: (limit) => this.list(limit),
      retry: (id) => this.retry(id),
    });
  }

  private async list(limit: number): Promise<{ total: number; rows: JobRow[] }> {
    const stuck = await rows(
      this.db.manager,
      stuckRow,
      `SELECT id, subject AS title, attempts, occurred_at AS since, count(*) OVER () AS total
         FROM outbox WHERE ${STUCK} ORDER BY seq DESC LIMIT $1`,
      [limit],
    );
    return {
      total: stuck[0]?.total ?? 0,
      rows: stuck.map(({ total: _, ...event }) => ({ ...event, error: 'NATS did not take it' })),
    };
  }

  private async retry(id: string): Promise<void> {
    if (!isId(id)) throw operationsErrors.jobNotFound();
    await this.db.transaction(async (tx) => {
      const event = await row(
        tx,
        subjectRow,
        `UPDATE outbox SET available_at = now() WHERE id = $1 AND ${STUCK} RETURNING subject`,
        [id],
      );
      if (!event) throw operationsErrors.jobNotFound();
      await this.audit.record(tx, {
        action: 'outbox-event.retried',
        target: `outbox-event:${id}`,
        before: { subject: event.subject },
      });
    });
    this.wakeup.notify();
  }
}
