import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { BaseConfig } from '../core/config/base-config.js';
import { SERVICE_NAME } from '../core/config/service-name.js';
import { logger } from '../core/logging/logger.js';
import { natsServers } from './nats-servers.js';

const log = logger('nats');
const RECONNECT_WAIT_MS = 500;

/**
 * Connection to NATS. Opened in the background and reopened without limit: a service starts and keeps serving
 * requests while NATS is down. It is ready unless it has never reached NATS (`readiness.ts`).
 */
@Injectable()
export class Nats implements OnApplicationShutdown {
  private readonly connecting: Promise<NatsConnection>;
  private readonly listeners = new Set<() => void>();
  private current: NatsConnection | undefined;
  private up = false;
  private ended = false;

  /** Inbox prefix: the only subjects that this service's NATS user may subscribe to. */
  readonly inbox: string;

  constructor(config: BaseConfig, @Inject(SERVICE_NAME) service: string) {
    this.inbox = new NatsNames(config.NATS_NAMESPACE).inbox(service);
    this.connecting = this.connect(config, service);
    // Prevents an unhandled rejection before the first caller awaits the connection. Callers still see the failure.
    this.connecting.catch(() => undefined);
  }

  get connected(): boolean {
    return this.up;
  }

  /** Resolves once the first connection is established. Rejects only if the service stops before that. */
  connection(): Promise<NatsConnection> {
    return this.connecting;
  }

  /** Registers a listener for reconnections, after which earlier pulls and watches may be gone. */
  onReconnect(listener: () => void): void {
    this.listeners.add(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ended = true;
    // Drain sends the last acks. An unavailable server must not block the shutdown.
    if (this.up) await this.current?.drain().catch(() => undefined);
    else await this.current?.close();
  }

  private async connect(config: BaseConfig, service: string): Promise<NatsConnection> {
    for (;;) {
      if (this.ended) throw new Error('the service has ended');
      try {
        const connection = await connect({
          ...natsServers(config),
          name: service,
          inboxPrefix: this.inbox,
          reconnect: true,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RECONNECT_WAIT_MS,
          timeout: 5_000,
          pingInterval: 10_000,
          maxPingOut: 2,
        });
        this.current = connection;
        this.up = true;
        void this.follow(connection);
        return connection;
      } catch (err) {
        log.warn({ err }, 'NATS is not reachable');
        await wait(RECONNECT_WAIT_MS);
      }
    }
  }

  private async follow(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.up = false;
        log.warn({}, 'NATS connection lost');
      } else if (status.type === 'reconnect') {
        this.up = true;
        log.info({}, 'NATS connection restored');
        for (const listener of this.listeners) listener();
      } else if (status.type === 'error') {
        log.warn({ err: status.error }, 'NATS reports an error');
      }
    }
    this.up = false;
  }
}
