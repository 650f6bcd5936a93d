import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../../platform/auth/actor.js';
import type { RequestTransaction } from '../../data/database/request-transaction.js';
import type { Language } from '../language/language.js';
import { newCorrelationId } from './correlation-id.js';

/** What the answer to a blocked address contains. */
export interface BlockNotice {
  /** Null: permanent. */
  until: Date | null;
  /** '' without one. */
  supportEmail: string;
}

/** What is known about the work under way: a request, a call, an event or a job. */
export interface RequestContext {
  readonly correlationId: string;
  /** The client's address as the gateway saw it; absent for events and jobs. */
  readonly clientAddress?: string;
  /** What the client claims to be; not verified. */
  readonly userAgent?: string;
  /** The language that its user reads, as far as it says so and it is one of ours. */
  readonly language?: Language;
  /** Its address is blocked, but the route decides for itself (agents, signed callbacks). */
  readonly addressBlocked?: BlockNotice;
  /** Set once the access token has been checked. */
  actor?: Actor;
  /** Of a request that must happen once: all that it changes belongs to this. */
  transaction?: RequestTransaction;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const currentContext = (): RequestContext | undefined => storage.getStore();
export const correlationId = (): string | undefined => storage.getStore()?.correlationId;
export const clientAddress = (): string | undefined => storage.getStore()?.clientAddress;

/** Runs `work`, and everything that it awaits, with this context. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/**
 * For timers and jobs, which no request began: gives the work a correlation id of its own.
 *
 * @example setInterval(() => void withNewContext(() => this.reconcile()), 60_000)
 */
export function withNewContext<T>(work: () => T): T {
  return storage.run({ correlationId: newCorrelationId() }, work);
}
