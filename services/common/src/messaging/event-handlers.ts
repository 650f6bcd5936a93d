import type { MessageHandler } from '@nestjs/microservices';
import { SpanKind } from '@opentelemetry/api';
import { isObservable, lastValueFrom } from 'rxjs';
import { z } from 'zod';
import type { EventEnvelope } from '@casement/proto/gen/casement/common/v1/event_envelope.js';
import { correlationIdFrom } from '../context/correlation-id.js';
import { runInContext } from '../context/request-context.js';
import { inSpan } from '../tracing/spans.js';
import { EventContext } from './event-context.js';

const envelopeShape = z.object({
  id: z.uuid(),
  subject: z.string(),
  occurredAt: z.iso.datetime(),
  correlationId: z.string(),
  actorId: z.string().default(''),
  payload: z.string(),
});

/** Can never succeed, however often it is tried. */
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

/** Runs all handlers of an event's subject, one after the other, in the event's own context. */
export function handleEvent(
  first: MessageHandler,
  event: ReadEvent,
  deliveries: number,
): Promise<void> {
  const context = { correlationId: correlationIdFrom(event.envelope.correlationId) };
  const { subject, id } = event.envelope;
  const attributes = { 'messaging.message.id': id, 'casement.deliveries': deliveries };
  return runInContext(context, () =>
    inSpan(`process ${subject}`, { kind: SpanKind.CONSUMER, attributes }, async () => {
      // Nest chains several handlers of one subject itself, and resolves when all are done.
      const result: unknown = await first(
        event.payload,
        new EventContext([event.envelope, deliveries]),
      );
      await settle(result);
    }),
  );
}

async function settle(result: unknown): Promise<void> {
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}
