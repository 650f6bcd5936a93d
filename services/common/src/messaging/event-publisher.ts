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
/**
 * Milliseconds after which the last failure is ignored, because another replica may have published the event since
 * then.
 */
const FAILURE_COUNTS_MS = 30_000;
const MESSAGE_TOO_LARGE = 10_054;

/** Publishes an envelope to the stream. Services do not call it; they add events to the outbox. */
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

  /** Resolves once the stream exists or `signal` is aborted. Waits for NATS without a limit. */
  async ready(signal: AbortSignal): Promise<void> {
    while (!this.streamExists && !signal.aborted) {
      try {
        await abortable(this.stream.ensure(), signal);
        this.streamExists = true;
      } catch (err) {
        if (signal.aborted) return;
        log.warn({ err }, 'event stream does not exist yet');
        await pause(RETRY_MS, signal);
      }
    }
  }

  /**
   * Readiness check: the stream has a leader, and the last publish of this process, if recent, did not fail.
   *
   * @throws Error with the reason if the check fails
   */
  async check(): Promise<void> {
    await this.stream.check();
    const { failure } = this;
    if (failure && performance.now() - failure.at < FAILURE_COUNTS_MS) {
      throw new Error('publishing failed', { cause: failure.cause });
    }
  }

  /** Resolves when the stream has stored the event. Duplicate ids within two minutes are stored once. */
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
      // NATS may have lost its files, including the stream. It must exist for the next try.
      await this.stream.ensure().catch(() => undefined);
      throw error;
    }
  }
}

/** The error concerns only this event; the stream still accepts others. */
const isEventTooLarge = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === MESSAGE_TOO_LARGE;
