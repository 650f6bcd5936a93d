import { Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { z } from 'zod';
import type { EventEnvelope } from '@casement/proto/gen/casement/common/v1/event_envelope.js';
import { runInContext } from '../../core/context/request-context.js';
import { Database } from '../../data/database/database.js';
import { execute, rows } from '../../data/database/sql.js';
import { Jobs } from '../../data/jobs/jobs.js';
import { logger } from '../../core/logging/logger.js';
import { inSpan } from '../../core/tracing/spans.js';
import { EventPublisher } from '../event-publisher.js';
import { OutboxWakeup } from './outbox-wakeup.js';

const log = logger('outbox');
const BATCH = 100;
const POLL_MS = 1_000;
const MAX_BACKOFF_S = 15;
/** Several times the publish timeout and below JetStream's duplicate window of two minutes. */
const CLAIM_S = 20;

const outboxRow = z.object({
  /** Text, because it is only sent back to the database. */
  seq: z.string(),
  id: z.string(),
  subject: z.string(),
  payload: z.string(),
  correlation_id: z.string(),
  actor_id: z.string(),
  occurred_at: z.date(),
  /** Text, because a Date would lose the microseconds. */
  claimed_until: z.string(),
});
type OutboxRow = z.infer<typeof outboxRow>;

/**
 * Publishes committed outbox rows to JetStream: claim, commit, publish, mark. No transaction waits for NATS.
 *
 * Any number of replicas may run it. A claim moves a row's `available_at` into the future, so that no other replica
 * claims it. A row waits until all earlier rows of its key are published. After a crash between publishing and
 * marking, the claim expires and the row is published again with the same id.
 */
@Injectable()
export class OutboxPublisher {
  constructor(
    private readonly db: Database,
    private readonly publisher: EventPublisher,
    wakeup: OutboxWakeup,
    jobs: Jobs,
  ) {
    const job = jobs.every('outbox.publish', POLL_MS, (stop) => this.publishDue(stop));
    wakeup.onNotification(() => job.notify());
    publisher.onAvailable(() => job.notify());
  }

  private async publishDue(stop: AbortSignal): Promise<void> {
    await this.publisher.ready(stop);
    // Publishing pauses while NATS is down, so that afterwards no row waits for the backoff of a failed try.
    while (!stop.aborted && this.publisher.available) {
      if ((await this.publishBatch()) === 0) return;
    }
  }

  /** @returns number of published events */
  private async publishBatch(): Promise<number> {
    const claimedAt = performance.now();
    const claimed = await this.claim();
    if (claimed.length === 0) return 0;
    // The claim may have expired while this process was paused, and another replica may have the rows.
    if (performance.now() - claimedAt > (CLAIM_S / 2) * 1_000) return 0;
    const outcomes = await Promise.allSettled(claimed.map((row) => this.publish(row)));
    const published = claimed.filter((_, n) => outcomes[n]?.status === 'fulfilled');
    const failed = claimed.filter((_, n) => outcomes[n]?.status === 'rejected');
    await this.markPublished(published);
    if (failed.length > 0) {
      const err = outcomes.find((outcome) => outcome.status === 'rejected')?.reason as unknown;
      log.warn({ err, rows: failed.length }, 'events not published');
      await this.postpone(failed);
    }
    return published.length;
  }

  /** Publishes in the trace of the request or job that caused the event. */
  private publish(row: OutboxRow): Promise<void> {
    const attributes = { 'messaging.message.id': row.id };
    return runInContext({ correlationId: row.correlation_id }, () =>
      inSpan(`publish ${row.subject}`, { kind: SpanKind.PRODUCER, attributes }, () =>
        this.publisher.publish(toEnvelope(row)),
      ),
    );
  }

  /** Claims at most one row per key. */
  private claim(): Promise<OutboxRow[]> {
    return rows(
      this.db.manager,
      outboxRow,
      `WITH due AS (
         SELECT seq
           FROM outbox o
          WHERE published_at IS NULL AND available_at <= now()
            AND (ordering_key IS NULL OR NOT EXISTS (
                  SELECT 1 FROM outbox e
                   WHERE e.ordering_key = o.ordering_key AND e.seq < o.seq
                     AND e.published_at IS NULL))
          ORDER BY seq
          LIMIT ${BATCH}
          FOR UPDATE SKIP LOCKED),
       claimed AS (
         UPDATE outbox o SET available_at = now() + interval '${CLAIM_S} seconds'
           FROM due WHERE o.seq = due.seq RETURNING o.*)
       SELECT seq, id, subject, payload, correlation_id, actor_id, occurred_at,
              available_at::text AS claimed_until
         FROM claimed ORDER BY seq`,
    );
  }

  /** Applies even if another replica has claimed the row since. */
  private async markPublished(published: OutboxRow[]): Promise<void> {
    await execute(this.db.manager, `UPDATE outbox SET published_at = now() WHERE seq = ANY($1)`, [
      published.map(({ seq }) => seq),
    ]);
  }

  /** Skips rows that another replica has claimed since. */
  private async postpone(failed: OutboxRow[]): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE outbox o SET attempts = attempts + 1,
              available_at = clock_timestamp() +
                least(power(2, least(attempts, 10)) * 0.25, ${MAX_BACKOFF_S}) * interval '1 second'
         FROM unnest($1::bigint[], $2::timestamptz[]) AS claim(seq, claimed_until)
        WHERE o.seq = claim.seq AND o.available_at = claim.claimed_until
          AND o.published_at IS NULL`,
      [failed.map(({ seq }) => seq), failed.map(({ claimed_until: until }) => until)],
    );
  }
}

const toEnvelope = (row: OutboxRow): EventEnvelope => ({
  id: row.id,
  subject: row.subject,
  occurredAt: row.occurred_at.toISOString(),
  correlationId: row.correlation_id,
  actorId: row.actor_id,
  payload: row.payload,
});
