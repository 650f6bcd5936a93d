import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newCorrelationId } from '../../core/context/correlation-id.js';
import { currentContext } from '../../core/context/request-context.js';
import { newId } from '../../data/database/new-id.js';
import type { EventMap, EventSubject } from '../event-map.js';

/** The stream accepts 256 KiB. A larger event would block all later ones of its key. */
const MAX_PAYLOAD_BYTES = 200_000;

/** PostgreSQL channel that wakes the publisher as soon as the transaction commits. */
export const OUTBOX_CHANNEL = 'outbox';
/** Sent with each notification to identify the committing process. */
export const OUTBOX_PROCESS = newId();

export interface OutboxOptions {
  /**
   * Events with the same key, e.g. the install's id, are published in the order in which they were added. Without a
   * key there is no guaranteed order.
   */
  key?: string;
}

/**
 * Stores events in the transaction that causes them: they are published if, and only if, it commits.
 *
 * @example await this.outbox.add(tx, 'billing.topup.paid.v1', { topupId, … }, { key: topupId });
 */
@Injectable()
export class Outbox {
  /** @returns permanent id of the event */
  async add<S extends EventSubject>(
    tx: EntityManager,
    subject: S,
    payload: EventMap[S],
    options: OutboxOptions = {},
  ): Promise<string> {
    const id = newId();
    await this.insert(tx, [{ id, subject, payload, key: options.key }]);
    return id;
  }

  async insert(
    tx: EntityManager,
    events: { id: string; subject: EventSubject; payload: object; key?: string | undefined }[],
  ): Promise<void> {
    if (events.length === 0) return;
    const context = currentContext();
    await tx.query(
      `WITH added AS (
         INSERT INTO outbox (id, subject, ordering_key, payload, correlation_id, actor_id)
         SELECT e.id, e.subject, e.key, e.payload, $5, $6
           FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
                WITH ORDINALITY AS e(id, subject, key, payload, n)
          ORDER BY e.n
       )
       SELECT pg_notify($7, $8)`,
      [
        events.map((event) => event.id),
        events.map((event) => event.subject),
        events.map((event) => event.key ?? null),
        events.map((event) => toPayload(event.subject, event.payload)),
        context?.correlationId ?? newCorrelationId(),
        context?.actor?.userId ?? '',
        OUTBOX_CHANNEL,
        OUTBOX_PROCESS,
      ],
    );
  }
}

function toPayload(subject: string, payload: object): string {
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) throw new Error(`${subject} event is too large`);
  return text;
}
