import type { MessageHandler } from '@nestjs/microservices';
import { SpanKind } from '@opentelemetry/api';
import { isObservable, lastValueFrom } from 'rxjs';
import { z } from 'zod';
import type { EventEnvelope } from '@casement/proto/gen/casement/common/v1/event_envelope.js';
import { correlationIdFrom } from '../core/context/correlation-id.js';
import { runInContext } from '../core/context/request-context.js';
import { inSpan } from '../core/tracing/spans.js';
import { EventContext } from './event-context.js';
import type { OnEventOptions } from './on-event.decorator.js';

const envelopeShape = z.object({
  id: z.uuid(),
  subject: z.string(),
  occurredAt: z.iso.datetime(),
  correlationId: z.string(),
  actorId: z.string().default(''),
  payload: z.string(),
});

/** The event is malformed and can never succeed, so it is not retried. */
export class UnreadableEvent extends Error {}

export interface ReadEvent {
  envelope: EventEnvelope;
  payload: unknown;
}

/** @throws UnreadableEvent */
export function readEvent(text: string): ReadEvent {
  try {
    const envelope = envelopeShape.parse(JSON.parse(text));
    return { envelope, payload: JSON.parse(envelope.payload) as unknown };
  } catch (cause) {
    throw new UnreadableEvent('the message is not an event', { cause });
  }
}

export interface Delivery extends ReadEvent {
  /** 1 for the first delivery. */
  deliveries: number;
}

/** Runs all handlers of an event's subject one after the other in the context of the event. */
export function handleEvent(first: MessageHandler, delivery: Delivery): Promise<void> {
  if (batchSizeOf(first) > 1) return handleBatch(first, [delivery]);
  return inContextOf(delivery, {}, () => first(delivery.payload, contextOf(delivery)));
}

/** Like `handleEvent`, for a handler of `OnEventBatch`, in the context of the newest event. */
export async function handleBatch(
  first: MessageHandler,
  deliveries: readonly Delivery[],
): Promise<void> {
  const newest = deliveries.at(-1);
  if (!newest) return;
  const events = deliveries.map((one) => ({ payload: one.payload, event: contextOf(one) }));
  const attributes = { 'messaging.batch.message_count': events.length };
  await inContextOf(newest, attributes, () => first(events, contextOf(newest)));
}

export const batchSizeOf = (handler: MessageHandler): number =>
  (handler.extras as OnEventOptions | undefined)?.batchSize ?? 1;

const contextOf = ({ envelope, deliveries }: Delivery): EventContext =>
  new EventContext([envelope, deliveries]);

function inContextOf(
  { envelope, deliveries }: Delivery,
  more: Record<string, number>,
  work: () => unknown,
): Promise<void> {
  const context = { correlationId: correlationIdFrom(envelope.correlationId) };
  const attributes = {
    'messaging.message.id': envelope.id,
    'casement.deliveries': deliveries,
    ...more,
  };
  return runInContext(context, () =>
    // Nest chains the handlers of one subject; the returned observable completes when all of them are done.
    inSpan(`process ${envelope.subject}`, { kind: SpanKind.CONSUMER, attributes }, async () =>
      settle(await work()),
    ),
  );
}

async function settle(result: unknown): Promise<void> {
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}
