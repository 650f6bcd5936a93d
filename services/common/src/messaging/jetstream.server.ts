import { Server, type MessageHandler } from '@nestjs/microservices';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { logger } from '../logging/logger.js';
import type { EventMetrics } from '../metrics/event-metrics.js';
import { orAbort, pause } from './abortable.js';
import { DeadLetterReplay } from './dead-letter-replay.js';
import type { DeadLetters } from './dead-letters.js';
import { handleEvent, readEvent, UnreadableEvent } from './event-handlers.js';
import { ACK_WAIT_MS, type EventStream } from './event-stream.js';
import type { Nats } from './nats.js';
import { JETSTREAM, type OnEventOptions } from './on-event.decorator.js';
import type { RetryPolicy } from './retry-policy.js';

const log = logger('events');
const PULL_EXPIRES_MS = 10_000;
const FAILURE_PAUSE_MS = 1_000;
/**
 * Deliveries beyond the last try. They are no proof of harm: while the database is away, letters can't
 * be kept and events come again and again. So many more are a process that dies of one.
 */
const DELIVERIES_TO_SPARE = 100;

export interface JetStreamServerParts {
  service: string;
  nats: Nats;
  stream: EventStream;
  deadLetters: DeadLetters;
  retries: RetryPolicy;
  metrics: EventMetrics;
}

/**
 * Nest transport over JetStream: every `@OnEvent` (or `@EventPattern`) gets a durable pull consumer.
 * A message is acknowledged only after its handler has resolved; a crash in between redelivers it.
 * One message is pulled at a time, so none waits in a replica that is busy.
 */
export class JetStreamServer extends Server {
  override readonly transportId = JETSTREAM;
  /** Failures come back to us: they decide between retry and dead letter. */
  override readonly propagatesEventHandlerErrors = true;
  private readonly pulls = new Set<ConsumerMessages>();
  private readonly loops: Promise<void>[] = [];
  private readonly replay: DeadLetterReplay;
  private readonly stop = new AbortController();

  constructor(private readonly parts: JetStreamServerParts) {
    super();
    this.replay = new DeadLetterReplay(parts.deadLetters, (subject) => this.handlerOf(subject));
  }

  listen(callback: () => void): void {
    this.parts.nats.onReconnect(() => this.abandonPulls());
    for (const [subject, handler] of this.messageHandlers) {
      const { concurrency = 1 } = (handler.extras ?? {}) as OnEventOptions;
      for (let n = 0; n < concurrency; n += 1) this.loops.push(this.work(subject, handler));
    }
    this.replay.start();
    callback();
  }

  /** Takes nothing new, lets what is under way end. */
  async close(): Promise<void> {
    this.stop.abort();
    this.abandonPulls();
    await Promise.all([...this.loops, this.replay.stop()]);
  }

  on(): never {
    throw new Error('this transport emits no events of its own');
  }

  unwrap<T>(): T {
    return this.parts.stream as T;
  }

  private handlerOf(subject: string): MessageHandler | undefined {
    return this.messageHandlers.get(subject);
  }

  private abandonPulls(): void {
    for (const pull of this.pulls) pull.stop();
  }

  private get stopping(): boolean {
    return this.stop.signal.aborted;
  }

  private async work(subject: string, handler: MessageHandler): Promise<void> {
    while (!this.stopping) {
      try {
        await this.pullUntilTrouble(subject, handler);
      } catch (err) {
        if (this.stopping) return;
        log.warn({ err, subject }, 'consumer interrupted');
        await pause(FAILURE_PAUSE_MS, this.stop.signal);
      }
    }
  }

  private async pullUntilTrouble(subject: string, handler: MessageHandler): Promise<void> {
    const { stream, service } = this.parts;
    const consumer = await orAbort(stream.consumer(service, subject), this.stop.signal);
    while (!this.stopping) {
      const pull = await consumer.fetch({ max_messages: 1, expires: PULL_EXPIRES_MS });
      this.pulls.add(pull);
      if (this.stopping) pull.stop();
      try {
        for await (const message of pull) await this.receive(subject, handler, message);
      } finally {
        this.pulls.delete(pull);
      }
    }
  }

  private async receive(subject: string, handler: MessageHandler, message: JsMsg): Promise<void> {
    const deliveries = message.info.deliveryCount;
    const heartbeat = setInterval(() => message.working(), ACK_WAIT_MS / 3);
    try {
      if (deliveries > this.parts.retries.tries + DELIVERIES_TO_SPARE) {
        throw new UnreadableEvent('it ended the process');
      }
      const event = readEvent(message.string());
      await handleEvent(handler, event, deliveries);
      message.ack();
      this.parts.metrics.handled(subject, event.envelope.occurredAt);
    } catch (error) {
      await this.fail(subject, message, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private async fail(subject: string, message: JsMsg, error: unknown): Promise<void> {
    const { retries, deadLetters, service } = this.parts;
    const deliveries = message.info.deliveryCount;
    const hopeless = error instanceof UnreadableEvent;
    const wait = hopeless ? undefined : retries.waitAfter(deliveries);
    this.parts.metrics.failed(subject, wait === undefined ? 'dead_letter' : 'retry');
    if (wait !== undefined) {
      log.warn({ err: error, subject, deliveries }, 'event will be tried again');
      message.nak(wait);
      return;
    }
    try {
      const messageId = message.headers?.get('Nats-Msg-Id') || `seq:${message.seq}`;
      const envelope = message.string();
      await deadLetters.add({ consumer: service, messageId, subject, envelope, error, deliveries });
      log.error({ err: error, subject, messageId, deliveries }, 'event is a dead letter');
      message.term();
    } catch (err) {
      log.error({ err, subject }, 'dead letter could not be kept');
      message.nak(retries.longestWait);
    }
  }
}
