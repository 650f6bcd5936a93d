import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EdgeState } from '../../messaging/edge/edge-state.js';
import { withTimeout } from '../../core/async/with-timeout.js';
import { EventPublisher } from '../../messaging/event-publisher.js';
import { Nats } from '../../messaging/nats.js';

type Check = () => Promise<void> | void;

export interface ComponentCheck {
  name: string;
  error?: unknown;
}

const CHECK_TIMEOUT_MS = 2_000;

/** Effect of a check on readiness. `start`: required until its first success, then only watched. */
type Effect = 'required' | 'start' | 'watched';

@Injectable()
export class Readiness {
  private readonly checks = new Map<string, { check: Check; effect: Effect }>();
  private migrated = false;

  constructor(
    private readonly source: DataSource,
    nats: Nats,
    edge: EdgeState,
    publisher: EventPublisher,
  ) {
    this.add('database', async () => void (await source.query('SELECT 1')));
    this.add('migrations', () => this.checkMigrations());
    // A replica with a wrong NATS password must not become ready, so that the rollout stops. Later, an outage of NATS
    // must not take all replicas out of rotation, because events can wait in the outbox.
    this.add('nats', () => demand(nats.connected, 'not connected'), 'start');
    this.add('events', () => publisher.check(), 'start');
    this.add('edge', () => demand(edge.ready, 'first snapshots not read'));
  }

  /** @example readiness.add('image store', async () => this.store.ping()); */
  add(name: string, check: Check, effect: Effect = 'required'): void {
    this.checks.set(name, { check, effect });
  }

  /** Adds a check that is shown to administrators but does not affect readiness. */
  watch(name: string, check: Check): void {
    this.add(name, check, 'watched');
  }

  /** Returns the result of each check by name, without error details. */
  async check(): Promise<{ ready: boolean; checks: Record<string, 'ok' | 'failed'> }> {
    const results = (await this.inspect()).map(({ name, error }) => {
      const entry = this.checks.get(name)!;
      const hasFailed = error !== undefined;
      const isBlocking = hasFailed && entry.effect !== 'watched';
      if (!hasFailed && entry.effect === 'start') entry.effect = 'watched';
      return { name, isBlocking, result: hasFailed ? ('failed' as const) : ('ok' as const) };
    });
    return {
      ready: !results.some(({ isBlocking }) => isBlocking),
      checks: Object.fromEntries(results.map(({ name, result }) => [name, result])),
    };
  }

  /** Runs all checks. Unlike `check`, returns their errors. */
  inspect(): Promise<ComponentCheck[]> {
    return outcomes([...this.checks].map(([name, { check }]) => [name, check]));
  }

  private async checkMigrations(): Promise<void> {
    if (this.migrated) return;
    demand(!(await this.source.showMigrations()), 'pending');
    this.migrated = true;
  }
}

function outcomes(checks: Iterable<[string, Check]>): Promise<ComponentCheck[]> {
  return Promise.all(
    [...checks].map(async ([name, check]) => {
      try {
        await withTimeout(CHECK_TIMEOUT_MS, check());
        return { name };
      } catch (error) {
        return { name, error: error ?? new Error('failed') };
      }
    }),
  );
}

function demand(fine: boolean, otherwise: string): void {
  if (!fine) throw new Error(otherwise);
}
