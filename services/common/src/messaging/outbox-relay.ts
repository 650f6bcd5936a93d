import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '@casement/proto/gen/casement/common/v1/event_envelope.js';
import { runInContext } from '../context/request-context.js';
import { Database } from '../database/database.js';
import { logger } from '../logging/logger.js';
import { inSpan } from '../tracing/spans.js';
import { EventPublisher } from './event-publisher.js';
import { OutboxWakeup } from './outbox-wakeup.js';

const log = logger('outbox');
const BATCH = 100;
const POLL_MS = 1_000;
const PRUNE_EVERY_MS = 600_000;
const KEPT_DAYS = 3;
const LONGEST_BACKOFF_S = 15;

interface OutboxRow {
  seq: string;
  id: string;
  subject: string;
  payload: string;
  correlation_id: string;
  actor_id: string;
  occurred_at: Date;
}

/**
 * Carries committed rows of the outbox to JetStream. Any number of replicas may run it: a row is
 * locked while it is under way, and a row waits until all earlier ones of its key are published.
 * A crash between publishing and committing publishes again, with the same id.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopping = false;
  private running: Promise<void> | undefined;
  private prunedAt = 0;

  constructor(
    private readonly db: Database,
    private readonly publisher: EventPublisher,
    private readonly wakeup: OutboxWakeup,
  ) {}

  onApplicationBootstrap(): void {
    this.publisher.onAvailable(() => this.wakeup.notify());
    this.running = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.publisher.stop();
    this.wakeup.stop();
    await this.running;
  }

  private async run(): Promise<void> {
    await this.publisher.ready();
    while (!this.stopping) {
      try {
        // While NATS is away nothing is tried, so that no row has to sit out a back-off afterwards.
        if (this.publisher.available && (await this.relayBatch()) > 0) continue;
        await this.prune();
      } catch (err) {
        log.warn({ err }, 'outbox could not be relayed');
      }
      await this.wakeup.next(POLL_MS);
    }
  }

  /** One batch: at most one row per key. Returns how many were published. */
  async relayBatch(): Promise<number> {
    return this.db.transaction(async (tx) => {
      const rows = await this.claim(tx);
      if (rows.length === 0) return 0;
      const outcomes = await Promise.allSettled(rows.map((row) => this.publish(row)));
      const published = rows.filter((_, n) => outcomes[n].status === 'fulfilled');
      const failed = rows.filter((_, n) => outcomes[n].status === 'rejected');
      await tx.query(`UPDATE outbox SET published_at = now() WHERE seq = ANY($1)`, [
        published.map((row) => row.seq),
      ]);
      if (failed.length > 0) {
        const reason = outcomes.find((outcome) => outcome.status === 'rejected')?.reason as unknown;
        log.warn({ err: reason, rows: failed.length }, 'events not published');
        await this.backOff(tx, failed);
      }
      return published.length;
    });
  }

  /** In the trace of the work that the event tells of. */
  private publish(row: OutboxRow): Promise<void> {
    const attributes = { 'messaging.message.id': row.id };
    return runInContext({ correlationId: row.correlation_id }, () =>
      inSpan(`publish ${row.subject}`, { kind: SpanKind.PRODUCER, attributes }, () =>
        this.publisher.publish(toEnvelope(row)),
      ),
    );
  }

  private claim(tx: EntityManager): Promise<OutboxRow[]> {
    return tx.query<OutboxRow[]>(
      `SELECT seq, id, subject, payload, correlation_id, actor_id, occurred_at
         FROM outbox o
        WHERE published_at IS NULL AND available_at <= now()
          AND (ordering_key IS NULL OR NOT EXISTS (
                SELECT 1 FROM outbox e
                 WHERE e.ordering_key = o.ordering_key AND e.seq < o.seq
                   AND e.published_at IS NULL))
        ORDER BY seq
        LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED`,
    );
  }

  private async backOff(tx: EntityManager, rows: OutboxRow[]): Promise<void> {
    await tx.query(
      `UPDATE outbox SET attempts = attempts + 1,
              available_at = clock_timestamp() +
                least(power(2, least(attempts, 10)) * 0.25, ${LONGEST_BACKOFF_S}) * interval '1 second'
        WHERE seq = ANY($1)`,
      [rows.map((row) => row.seq)],
    );
  }

  private async prune(): Promise<void> {
    if (Date.now() - this.prunedAt < PRUNE_EVERY_MS) return;
    this.prunedAt = Date.now();
    await this.db.query(
      `DELETE FROM outbox WHERE published_at < now() - interval '${KEPT_DAYS} days'`,
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
