import { Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { BaseConfig } from '../config/base-config.js';
import { logger } from '../logging/logger.js';
import { OUTBOX_CHANNEL } from './outbox.js';

const log = logger('outbox');
const RETRY_MS = 2_000;

/**
 * Wakes the relay at once when a transaction with events commits (LISTEN), and in any case after
 * the poll time: a lost notification costs a second, not an event.
 */
@Injectable()
export class OutboxWakeup {
  private client: Client | undefined;
  private retryAt = 0;
  private pending = false;
  private wake: (() => void) | undefined;
  private stopped = false;

  constructor(private readonly config: BaseConfig) {}

  async next(longestMs: number): Promise<void> {
    if (this.stopped) return;
    await this.listen();
    if (!this.pending && !this.stopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longestMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = undefined;
    this.pending = false;
  }

  stop(): void {
    this.stopped = true;
    this.wake?.();
    void this.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    if (this.client || Date.now() < this.retryAt) return;
    const client = new Client({
      connectionString: this.config.DATABASE_URL,
      application_name: 'outbox wake-up',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    client.on('notification', () => this.notify());
    try {
      await client.connect();
      await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
      this.client = client;
      // Rows committed before the LISTEN stood have notified nobody.
      this.pending = true;
      if (this.stopped) await client.end();
    } catch (err) {
      log.warn({ err }, 'outbox notifications not available');
      this.retryAt = Date.now() + RETRY_MS;
    }
  }

  /** Ends the present wait, or the next one. */
  notify(): void {
    this.pending = true;
    this.wake?.();
  }

  private lose(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.retryAt = Date.now() + RETRY_MS;
  }
}
