import { Inject, Injectable } from '@nestjs/common';
import type { SignalRaised } from '@casement/proto/gen/casement/security/v1/security_events.js';
import { SERVICE_NAME } from '../bootstrap/tokens.js';
import { currentContext, runInContext, type RequestContext } from '../context/request-context.js';
import { newCorrelationId } from '../context/correlation-id.js';
import { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { logger } from '../logging/logger.js';
import { Outbox } from './outbox.js';

const log = logger('signals');
const FLUSH_MS = 200;
const CAPACITY = 1_000;
const LONGEST_DETAIL = 500;

export interface Signal {
  /** login_failed, captcha_failed, callback_forged, …: listed at `SignalRaised` in the .proto. */
  kind: string;
  /** The client's address unless given. */
  ip?: string;
  /** The signed-in user unless given. */
  userId?: string;
  /** Short, without secrets. */
  detail?: string;
}

interface Waiting {
  payload: SignalRaised;
  context: RequestContext | undefined;
}

/**
 * Says that something may be an attack. It never throws and never waits: a refused login must not
 * become slower, or fail, for being noted.
 *
 * What can be lost: what was raised in the last 200 ms when a process is killed, and, under a flood
 * that the database can't keep up with, everything above 1,000 waiting (counted in the log).
 */
@Injectable()
export class Signals {
  private waiting: Waiting[] = [];
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  raise(signal: Signal): void {
    const context = currentContext();
    if (this.waiting.length >= CAPACITY) {
      this.dropped += 1;
      return;
    }
    this.waiting.push({
      context,
      payload: {
        kind: signal.kind,
        ip: signal.ip ?? context?.clientAddress ?? '',
        userId: signal.userId ?? context?.actor?.userId ?? '',
        service: this.service,
        detail: (signal.detail ?? '').slice(0, LONGEST_DETAIL),
      },
    });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  /** Resolves when all that was raised until now is in the outbox (or found to be lost). */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushing = this.flushing.then(() => this.write());
    return this.flushing;
  }

  private async write(): Promise<void> {
    const batch = this.waiting;
    const dropped = this.dropped;
    if (batch.length === 0) return;
    this.waiting = [];
    this.dropped = 0;
    try {
      await this.db.transaction(async (tx) => {
        for (const [context, payloads] of byContext(batch)) {
          const events = payloads.map((payload) => ({
            id: newId(),
            subject: 'security.signal.raised.v1' as const,
            payload,
          }));
          await runInContext(context, () => this.outbox.insert(tx, events));
        }
      });
      if (dropped > 0) log.warn({ dropped }, 'signals dropped, too many at once');
    } catch (err) {
      log.warn({ err, lost: batch.length + dropped }, 'signals lost');
    }
  }
}

/** One statement per request instead of one per signal. */
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
