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

/** Checks that must pass before a service receives requests. Services add their own with `add`. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, Check>();
  private readonly watched = new Map<string, Check>();
  private migrated = false;

  constructor(
    private readonly source: DataSource,
    nats: Nats,
    edge: EdgeState,
    publisher: EventPublisher,
  ) {
    this.add('database', async () => void (await source.query('SELECT 1')));
    this.add('migrations', () => this.checkMigrations());
    this.add('nats', () => demand(nats.connected, 'not connected'));
    this.add('events', () => publisher.check());
    this.add('edge', () => demand(edge.ready, 'first snapshots not read'));
  }

  /** @example readiness.add('image store', async () => this.store.ping()); */
  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** Adds a check that is shown to administrators but does not affect readiness. */
  watch(name: string, check: Check): void {
    this.watched.set(name, check);
  }

  /** Returns the result of each check by name. Details are not exposed. */
  async check(): Promise<{ ready: boolean; checks: Record<string, 'ok' | 'failed'> }> {
    const componentChecks = await outcomes(this.checks);
    const checks = componentChecks.map(({ name, error }) => [
      name,
      error === undefined ? 'ok' : 'failed',
    ]);
    return {
      ready: componentChecks.every(({ error }) => error === undefined),
      checks: Object.fromEntries(checks) as Record<string, 'ok' | 'failed'>,
    };
  }

  /** Returns all checks including the watched ones, with their errors. */
  inspect(): Promise<ComponentCheck[]> {
    return outcomes([...this.checks, ...this.watched]);
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
