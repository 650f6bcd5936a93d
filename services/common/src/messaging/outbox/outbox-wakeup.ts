import { Injectable } from '@nestjs/common';
import { Client, DatabaseError } from 'pg';
import { BaseConfig, directDatabaseUrl } from '../../core/config/base-config.js';
import { Database } from '../../data/database/database.js';
import { newId } from '../../data/database/new-id.js';
import { execute } from '../../data/database/sql.js';
import { Jobs } from '../../data/jobs/jobs.js';
import { logger } from '../../core/logging/logger.js';
import { pause } from '../../core/async/abortable.js';
import { OUTBOX_CHANNEL, OUTBOX_PROCESS } from './outbox.js';

const log = logger('outbox');
const RETRY_MS = 2_000;
/** Maximum round-trip time of a notification. */
const PROBE_MS = 2_000;
const RETRY_UNDELIVERED_MS = 60_000;

/**
 * Notifies listeners as soon as a transaction of this process with events commits (LISTEN on a separate connection).
 * Each replica publishes its own events: if all of them queried for each event, the number of statements would grow
 * with the number of replicas. OutboxPublisher also polls, so that a crashed replica or a lost notification delays an
 * event by at most a second.
 */
@Injectable()
export class OutboxWakeup {
  private readonly listeners = new Set<() => void>();
  /**
   * Unique per process: a pooler keeps a LISTEN on its server connection indefinitely, and only this process ever
   * notifies this channel.
   */
  private readonly probeChannel = `outbox_probe_${newId().replaceAll('-', '')}`;
  private reported = false;

  constructor(
    private readonly config: BaseConfig,
    private readonly db: Database,
    jobs: Jobs,
  ) {
    jobs.every('outbox.listen', RETRY_MS, (stop) => this.listen(stop));
  }

  onNotification(listener: () => void): void {
    this.listeners.add(listener);
  }

  notify(): void {
    for (const listener of this.listeners) listener();
  }

  /** Listens until the connection is lost or the service stops. */
  private async listen(stop: AbortSignal): Promise<void> {
    const client = new Client({
      connectionString: directDatabaseUrl(this.config),
      application_name: 'outbox wake-up',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    const ended = new AbortController();
    const end = () => ended.abort();
    client.on('error', end);
    client.on('end', end);
    stop.addEventListener('abort', end, { once: true });
    try {
      await client.connect();
      if (!(await this.isDelivered(client, ended.signal))) {
        this.reportOnce();
        await client.end();
        return await pause(RETRY_UNDELIVERED_MS, stop);
      }
      // Rows committed before the LISTEN were not notified.
      this.notify();
      await untilAborted(ended.signal);
    } finally {
      stop.removeEventListener('abort', end);
      await client.end().catch(() => undefined);
    }
  }

  /**
   * Returns whether a notification arrives on this connection. A pooler that uses a different connection for each
   * transaction accepts the LISTEN but never delivers a notification.
   */
  private async isDelivered(client: Client, signal: AbortSignal): Promise<boolean> {
    const arrived = new AbortController();
    client.on('notification', ({ channel, payload }) => {
      if (channel !== OUTBOX_CHANNEL) arrived.abort();
      else if (payload === OUTBOX_PROCESS) this.notify();
    });
    try {
      await client.query(`LISTEN ${this.probeChannel}`);
    } catch (error) {
      if (error instanceof DatabaseError) return false;
      throw error;
    }
    await execute(this.db.manager, 'SELECT pg_notify($1, $2)', [this.probeChannel, '']);
    await pause(PROBE_MS, AbortSignal.any([arrived.signal, signal]));
    if (!arrived.signal.aborted) return signal.aborted;
    await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
    return true;
  }

  private reportOnce(): void {
    if (this.reported) return;
    this.reported = true;
    log.warn(
      {},
      'no database notifications received, polling the outbox instead: set DATABASE_DIRECT_URL to an address without a pooler',
    );
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
