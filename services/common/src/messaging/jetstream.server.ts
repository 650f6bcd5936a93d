import { Server, type MessageHandler } from '@nestjs/microservices';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { Jobs } from '../data/jobs/jobs.js';
import { logger } from '../core/logging/logger.js';
import type { EventMetrics } from './event-metrics.js';
import { abortable, pause } from '../core/async/abortable.js';
import { DeadLetterReplay } from './dead-letters/dead-letter-replay.js';
import type { DeadLetters } from './dead-letters/dead-letters.js';
import {
  batchSizeOf,
  handleBatch,
  handleEvent,
  readEvent,
  UnreadableEvent,
  type Delivery,
} from './event-handlers.js';
import { ACK_WAIT_MS, type EventStream } from './event-stream.js';
import type { Nats } from './nats.js';
import { JETSTREAM, type OnEventOptions } from './on-event.decorator.js';
import type { RetryPolicy } from './retry-policy.js';

const log = logger('events');
const PULL_EXPIRES_MS = 10_000;
const FAILURE_PAUSE_MS = 1_000;
/**
 * Number of deliveries beyond the last try after which the event is considered to crash the process. Fewer do not
 * prove a defect: while the database is down, dead letters cannot be stored and events are redelivered.
 */
const EXCESS_DELIVERIES = 100;

export interface JetStreamServerOptions {
  service: string;
  nats: Nats;
  stream: EventStream;
  deadLetters: DeadLetters;
  retries: RetryPolicy;
  metrics: EventMetrics;
  jobs: Jobs;
}

/**
 * Nest transport over JetStream. Every `@OnEvent` (or `@EventPattern`) gets a durable pull consumer. A message is
 * acknowledged only after its handler has resolved; a crash in between causes a redelivery. Messages are pulled one
 * at a time, so none waits in a busy replica. An `@OnEventBatch` handler receives all messages that arrived while it
 * was busy.
 */
export class JetStreamServer extends Server {
  override readonly transportId = JETSTREAM;
  /** Makes Nest pass handler errors to this class, which decides between retry and dead letter. */
  override readonly propagatesEventHandlerErrors = true;
  private readonly pulls = new Set<ConsumerMessages>();
  private readonly loops: Promise<void>[] = [];
  private readonly stop = new AbortController();

  constructor(private readonly options: JetStreamServerOptions) {
    super();
    new DeadLetterReplay(options.deadLetters, (subject) => this.handlerOf(subject), options.jobs);
  }

  listen(callback: () => void): void {
    this.options.nats.onReconnect(() => this.abandonPulls());
    for (const [subject, handler] of this.messageHandlers) {
      const { concurrency = 1 } = (handler.extras ?? {}) as OnEventOptions;
      for (let n = 0; n < concurrency; n += 1) this.loops.push(this.work(subject, handler));
    }
    callback();
  }

  /** Stops receiving and lets work in progress finish. */
  async close(): Promise<void> {
    this.stop.abort();
    this.abandonPulls();
    await Promise.all(this.loops);
  }

  on(): never {
    throw new Error('this transport emits no events of its own');
  }

  unwrap<T>(): T {
    return this.options.stream as T;
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
    const { stream, service } = this.options;
    const consumer = await abortable(stream.consumer(service, subject), this.stop.signal);
    while (!this.stopping) {
      const size = batchSizeOf(handler);
      const pull = await consumer.fetch({ max_messages: size, expires: PULL_EXPIRES_MS });
      this.pulls.add(pull);
      if (this.stopping) pull.stop();
      try {
        if (size > 1) await this.receiveInBatches(subject, handler, pull);
        else for await (const message of pull) await this.receive(subject, handler, message);
      } finally {
        this.pulls.delete(pull);
      }
      if (pull.getReceived() === 0 && !this.stopping) await stream.adjustLimit(service, subject);
    }
  }

  /** Messages that arrive while a batch is in progress form the next one. */
  private async receiveInBatches(
    subject: string,
    handler: MessageHandler,
    pull: ConsumerMessages,
  ): Promise<void> {
    const waiting: JsMsg[] = [];
    let working: Promise<void> | undefined;
    const work = async () => {
      // Messages that arrived together are yielded one by one, so this waits until all of them are in `waiting`.
      await new Promise((resolve) => setImmediate(resolve));
      while (waiting.length > 0) await this.receiveBatch(subject, handler, waiting.splice(0));
      working = undefined;
    };
    const heartbeat = setInterval(
      () => waiting.forEach((message) => message.working()),
      ACK_WAIT_MS / 3,
    );
    try {
      for await (const message of pull) {
        waiting.push(message);
        working ??= work();
      }
    } finally {
      await working;
      clearInterval(heartbeat);
    }
  }

  /** A failed batch is handled message by message, so that only the failing one is retried. */
  private async receiveBatch(
    subject: string,
    handler: MessageHandler,
    messages: readonly JsMsg[],
  ): Promise<void> {
    const heartbeat = setInterval(
      () => messages.forEach((message) => message.working()),
      ACK_WAIT_MS / 3,
    );
    try {
      const batch = messages.map((message) => ({ message, delivery: this.read(message) }));
      await handleBatch(
        handler,
        batch.map(({ delivery }) => delivery),
      );
      for (const { message, delivery } of batch) this.acknowledge(subject, message, delivery);
    } catch (err) {
      if (messages.length > 1) log.warn({ err, subject, events: messages.length }, 'batch failed');
      for (const message of messages) await this.receive(subject, handler, message);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private async receive(subject: string, handler: MessageHandler, message: JsMsg): Promise<void> {
    const heartbeat = setInterval(() => message.working(), ACK_WAIT_MS / 3);
    try {
      const delivery = this.read(message);
      await handleEvent(handler, delivery);
      this.acknowledge(subject, message, delivery);
    } catch (error) {
      await this.fail(subject, message, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** @throws UnreadableEvent */
  private read(message: JsMsg): Delivery {
    const deliveries = message.info.deliveryCount;
    if (deliveries > this.options.retries.tries + EXCESS_DELIVERIES) {
      throw new UnreadableEvent('it ended the process');
    }
    return { ...readEvent(message.string()), deliveries };
  }

  private acknowledge(subject: string, message: JsMsg, { envelope }: Delivery): void {
    message.ack();
    this.options.metrics.handled(subject, envelope.occurredAt);
  }

  private async fail(subject: string, message: JsMsg, error: unknown): Promise<void> {
    const { retries, deadLetters, service, stream } = this.options;
    const deliveries = message.info.deliveryCount;
    const hopeless = error instanceof UnreadableEvent;
    const wait = hopeless ? undefined : retries.waitAfter(deliveries);
    this.options.metrics.failed(subject, wait === undefined ? 'dead_letter' : 'retry');
    if (wait !== undefined) {
      log.warn({ err: error, subject, deliveries }, 'event failed, will be retried');
      message.nak(wait);
      await stream.adjustLimit(service, subject);
      return;
    }
    try {
      const messageId = message.headers?.get('Nats-Msg-Id') || `seq:${message.seq}`;
      const envelope = message.string();
      await deadLetters.add({ consumer: service, messageId, subject, envelope, error, deliveries });
      log.error({ err: error, subject, messageId, deliveries }, 'event became a dead letter');
      message.term();
    } catch (err) {
      log.error({ err, subject }, 'could not store a dead letter');
      message.nak(retries.maxWaitMs);
    }
  }
}
