import { EventPattern } from '@nestjs/microservices';
import type { EventContext } from './event-context.js';
import type { EventMap, EventSubject } from './event-map.js';

/** Distinguishes this transport's handlers from those of gRPC in the same service. */
export const JETSTREAM = Symbol('JetStream');

export interface OnEventOptions {
  /** Messages of this subject that one replica works on at a time. 1 unless given. */
  concurrency?: number;
  /** Set by `OnEventBatch`: the handler takes up to so many events at once. */
  batchSize?: number;
}

type Handler<S extends EventSubject> = (
  payload: EventMap[S],
  event: EventContext,
) => Promise<unknown>;

/** One event of a batch. */
export interface BatchedEvent<S extends EventSubject> {
  payload: EventMap[S];
  event: EventContext;
}

type BatchHandler<S extends EventSubject> = (events: BatchedEvent<S>[]) => Promise<unknown>;

/**
 * An `@EventPattern` that knows the subjects and their payloads. The method is called at least once
 * per event, is retried when it throws, and its event is acknowledged when it resolves.
 *
 * @example
 * @OnEvent('billing.topup.paid.v1')
 * async onPaid(@Payload() paid: TopupPaid, @Ctx() event: EventContext) {}
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
 * As `OnEvent`, for events of which many come at once: the method takes up to `size` of them. When it throws, each of
 * them is handed over again on its own, so that one bad event does not hold up the others.
 *
 * @example
 * @OnEventBatch('security.signal.raised.v1', 100)
 * async onSignals(@Payload() signals: BatchedEvent<'security.signal.raised.v1'>[]) {}
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
