import { Injectable } from '@nestjs/common';
import { JetStreamApiError } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import type { EventEnvelope } from '@casement/proto/gen/casement/common/v1/event_envelope.js';
import { logger } from '../core/logging/logger.js';
import { abortable, pause } from '../core/async/abortable.js';
import { EventStream } from './event-stream.js';
import { Nats } from './nats.js';

const log = logger('publisher');
const PUBLISH_TIMEOUT_MS = 5_000;
const RETRY_MS = 500;
/** A failure is ignored after this long: another replica may have published the event since. */
const FAILURE_COUNTS_MS = 30_000;
const MESSAGE_TOO_LARGE = 10_054;

/** Puts one envelope on the stream. Services don't call it: they add to the outbox. */
@Injectable()
export class EventPublisher {
  private streamExists = false;
  private failure: { cause: unknown; at: number } | undefined;

  constructor(
    private readonly stream: EventStream,
    private readonly nats: Nats,
  ) {}

  get available(): boolean {
    return this.nats.connected;
  }

  onAvailable(listener: () => void): void {
    this.nats.onReconnect(listener);
  }

  /** Resolves once the stream exists, or when `signal` is aborted; waits for NATS as long as it takes. */
  async ready(signal: AbortSignal): Promise<void> {
    while (!this.streamExists && !signal.aborted) {
      try {
        await abortable(this.stream.ensure(), signal);
        this.streamExists = true;
      } catch (err) {
        if (signal.aborted) return;
        log.warn({ err }, 'event stream not there yet');
        await pause(RETRY_MS, signal);
      }
    }
  }

  /**
   * For readiness: the stream has a leader, and took the last event that this process published lately.
   *
   * @throws what is wrong with it
   */
  async check(): Promise<void> {
    await this.stream.check();
    const { failure } = this;
    if (failure && performance.now() - failure.at < FAILURE_COUNTS_MS) {
      throw new Error('publishing failed', { cause: failure.cause });
    }
  }

  /** Resolves when the stream has stored it. The same id within two minutes is stored once. */
  async publish(envelope: EventEnvelope): Promise<void> {
    const client = await this.stream.client();
    const own = headers();
    own.set('X-Request-Id', envelope.correlationId);
    const subject = this.stream.names.subject(envelope.subject);
    try {
      await client.publish(subject, JSON.stringify(envelope), {
        msgID: envelope.id,
        headers: own,
        timeout: PUBLISH_TIMEOUT_MS,
      });
      this.failure = undefined;
    } catch (error) {
      if (!isEventTooLarge(error)) this.failure = { cause: error, at: performance.now() };
      // A NATS that came back without its files has no stream; the next try must find one.
      await this.stream.ensure().catch(() => undefined);
      throw error;
    }
  }
}

/** The event's own fault: the stream goes on taking others. */
const isEventTooLarge = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === MESSAGE_TOO_LARGE;
