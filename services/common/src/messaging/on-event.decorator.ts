import { EventPattern } from '@nestjs/microservices';
import type { EventContext } from './event-context.js';
import type { EventMap, EventSubject } from './event-map.js';

/** Distinguishes handlers of this transport from gRPC handlers in the same service. */
export const JETSTREAM = Symbol('JetStream');

export interface OnEventOptions {
  /** Maximum number of messages of this subject that one replica handles concurrently; 1 by default. */
  concurrency?: number;
  /** Set by `OnEventBatch`: maximum number of events per call. */
  batchSize?: number;
}

type Handler<S extends EventSubject> = (
  payload: EventMap[S],
  event: EventContext,
) => Promise<unknown>;

export interface BatchedEvent<S extends EventSubject> {
  payload: EventMap[S];
  event: EventContext;
}

type BatchHandler<S extends EventSubject> = (events: BatchedEvent<S>[]) => Promise<unknown>;

/**
 * Typed `@EventPattern` with known subjects and payloads. The method is called at least once per event and retried if
 * it throws. The event is acknowledged when the method resolves.
 *
 * @example @OnEvent('billing.topup.paid.v1') async onPaid(@Payload() paid: TopupPaid, @Ctx() event: EventContext) {}
 */
export const OnEvent =
  <S extends EventSubject>(subject: S, options: OnEventOptions = {}) =>
  <H extends Handler<S>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    const decorate = EventPattern<string>(subject, JETSTREAM, { ...options });
    decorate(target, key, descriptor);
  };

/**
 * Like `OnEvent`, for frequent events: the method takes up to `size` events. If it throws, the events are passed
 * individually, so that one failing event does not block the others.
 *
 * @example
 *   @OnEventBatch('security.signal.raised.v1', 100)
 *   async onSignals(@Payload() signals: BatchedEvent<'security.signal.raised.v1'>[]) {}
 */
export const OnEventBatch =
  <S extends EventSubject>(subject: S, size: number) =>
  <H extends BatchHandler<S>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    const options: OnEventOptions = { batchSize: size };
    EventPattern<string>(subject, JETSTREAM, { ...options })(target, key, descriptor);
  };
