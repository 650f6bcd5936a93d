import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language } from '@casement/proto/language.js';
import type { Actor } from './actor.js';
import { newCorrelationId } from './correlation-id.js';

/** Details of an address block that are shown to the blocked client. */
export interface BlockNotice {
  /** `null` for a permanent block. */
  until: Date | null;
  /** '' if no support address is configured. */
  supportEmail: string;
}

/**
 * Facts about the current request, call, event or job. Higher layers add fields by declaration merging, e.g.
 * data/database/request-transaction.ts.
 */
export interface RequestContext {
  readonly correlationId: string;
  /** Client address as seen by the gateway; absent for events and jobs. */
  readonly clientAddress?: string;
  /** Sent by the client, not verified. */
  readonly userAgent?: string;
  /** Language of the user, if the client sent a supported one. */
  readonly language?: Language;
  /** Set if the client's address is blocked but the route has its own check (agents, signed callbacks). */
  readonly addressBlocked?: BlockNotice;
  /** Set once the access token has been checked. */
  actor?: Actor;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const currentContext = (): RequestContext | undefined => storage.getStore();
export const correlationId = (): string | undefined => storage.getStore()?.correlationId;
export const clientAddress = (): string | undefined => storage.getStore()?.clientAddress;

/** Runs `work` and everything it awaits with this context. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/**
 * Runs `work` of a timer or job with a new correlation id.
 *
 * @example setInterval(() => void withNewContext(() => this.reconcile()), 60_000)
 */
export function withNewContext<T>(work: () => T): T {
  return storage.run({ correlationId: newCorrelationId() }, work);
}
