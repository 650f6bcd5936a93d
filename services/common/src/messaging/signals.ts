import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { SignalRaised } from '@casement/proto/gen/casement/security/v1/security_events.js';
import { SERVICE_NAME } from '../core/config/service-name.js';
import {
  currentContext,
  runInContext,
  type RequestContext,
} from '../core/context/request-context.js';
import { newCorrelationId } from '../core/context/correlation-id.js';
import { Database } from '../data/database/database.js';
import { newId } from '../data/database/new-id.js';
import { logger } from '../core/logging/logger.js';
import { Outbox } from './outbox/outbox.js';

const log = logger('signals');
/**
 * Delay between the first signal and its event (FLUSH_MS), and minimum time between two flushes (FLUSH_INTERVAL_MS).
 */
const FLUSH_MS = 200;
const FLUSH_INTERVAL_MS = 1_000;
const CAPACITY = 1_000;
const MAX_DETAIL_LENGTH = 500;

export interface Signal {
  /** login_failed, captcha_failed, callback_forged, …; `SignalRaised` in the .proto lists all kinds. */
  kind: string;
  /** Defaults to the client's address. */
  ip?: string;
  /** Defaults to the signed-in user. */
  userId?: string;
  /** Short text without secrets. */
  detail?: string;
}

interface Waiting {
  payload: SignalRaised & { count: number };
  context: RequestContext | undefined;
}

/**
 * Reports possible attacks. Never throws and never waits: reporting a refused login must not slow it down or make it
 * fail. Signals of the same kind, address, account and detail are aggregated, so that a source that repeats itself
 * causes at most one event per second, with a count.
 *
 * Signals may be lost in two cases: those of the last second when a process is killed and, in a flood from many
 * sources, all beyond 1,000 distinct waiting signals (the log has their number).
 */
@Injectable()
export class Signals implements OnApplicationShutdown {
  private readonly waiting = new Map<string, Waiting>();
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;
  private flushedAt = -Infinity;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  raise(signal: Signal): void {
    const context = currentContext();
    const { kind } = signal;
    const ip = signal.ip ?? context?.clientAddress ?? '';
    const userId = signal.userId ?? context?.actor?.userId ?? '';
    const detail = (signal.detail ?? '').slice(0, MAX_DETAIL_LENGTH);
    const key = JSON.stringify([kind, ip, userId, detail]);
    const alike = this.waiting.get(key);
    if (alike) {
      alike.payload.count += 1;
      return;
    }
    if (this.waiting.size >= CAPACITY) {
      this.dropped += 1;
      return;
    }
    const payload = { kind, ip, userId, service: this.service, detail, count: 1 };
    this.waiting.set(key, { context, payload });
    const sinceLast = performance.now() - this.flushedAt;
    const wait = Math.max(FLUSH_MS, FLUSH_INTERVAL_MS - sinceLast);
    this.timer ??= setTimeout(() => void this.flush(), wait);
  }

  /** At this point no request or event is in progress any more, and the database is still open. */
  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  /** Resolves when all signals raised so far are in the outbox or have been logged as lost. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushing = this.flushing.then(() => this.write());
    return this.flushing;
  }

  private async write(): Promise<void> {
    const batch = [...this.waiting.values()];
    const dropped = this.dropped;
    if (batch.length === 0) return;
    this.flushedAt = performance.now();
    this.waiting.clear();
    this.dropped = 0;
    try {
      // Uses a new transaction: the timer was started within a request, whose transaction must not be used.
      await this.db.runInNewTransaction(async (tx) => {
        for (const [context, payloads] of byContext(batch)) {
          const events = payloads.map((payload) => ({
            id: newId(),
            subject: 'security.signal.raised.v1' as const,
            payload,
          }));
          await runInContext(context, () => this.outbox.insert(tx, events));
        }
      });
      if (dropped > 0) log.warn({ dropped }, 'signals dropped: queue full');
    } catch (err) {
      log.warn({ err, lost: batch.length + dropped }, 'signals lost');
    }
  }
}

/** Groups by context to use one statement per request instead of one per signal. */
function byContext(batch: Waiting[]): Map<RequestContext, SignalRaised[]> {
  const none: RequestContext = { correlationId: newCorrelationId() };
  const groups = new Map<RequestContext, SignalRaised[]>();
  for (const { context, payload } of batch) {
    const group = groups.get(context ?? none) ?? [];
    group.push(payload);
    groups.set(context ?? none, group);
  }
  return groups;
}
