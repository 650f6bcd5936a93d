// Servers that operators run in place of the single ones of `make start`: a NATS cluster of three, and PostgreSQL
// behind PgBouncer.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager, type JetStreamManager, type StreamInfo } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { serviceNames } from '@casement/local/addresses.js';
import { startNats, type Nats } from '@casement/local/infrastructure/nats.js';
import { defaultDataDir } from '@casement/local/paths.js';
import {
  startPostgres,
  stopPostgres,
  type Postgres,
} from '@casement/local/infrastructure/postgres.js';
import { startPgbouncer, type Pgbouncer } from '@casement/local/testing/pgbouncer.js';
import { freePort, until } from './product.js';

/** Delay before a killed server is restarted. */
const DOWNTIME_MS = 5_000;

export interface LeaderKill {
  leader: string;
  /** Milliseconds until another server had become the stream's leader. */
  leaderMs: number;
  /** Milliseconds until all three replicas were up to date. */
  inSyncMs: number;
}

/** Three nats-servers on loopback, each with its own files. */
export class NatsCluster {
  private readonly folder = mkdtempSync(join(tmpdir(), 'casement-rollout-nats-'));
  private readonly servers: { start: () => Promise<Nats>; nats: Nats }[] = [];
  private url = '';

  static async start(): Promise<NatsCluster> {
    const cluster = new NatsCluster();
    const [ports, routes] = [await freePorts(3), await freePorts(3)];
    const all = routes.map((port) => `"nats://127.0.0.1:${port}"`).join(', ');
    await Promise.all(ports.map((port, index) => cluster.launch(index, port, routes[index]!, all)));
    cluster.url = ports.map((port) => `nats://127.0.0.1:${port}`).join(',');
    await until('a leader of JetStream', () => cluster.ask(() => true).catch(() => false));
    return cluster;
  }

  /** Environment of a product that uses the cluster. */
  get env(): Record<string, string> {
    return { NATS_URL: this.url, NATS_REPLICAS: '3' };
  }

  private async launch(index: number, port: number, route: number, routes: string): Promise<void> {
    const extra = [
      `server_name: n${index}`,
      `cluster { name: casement, listen: "127.0.0.1:${route}", routes: [${routes}] }`,
    ];
    const dataDir = join(this.folder, String(index));
    const options = { dataDir, binDir: join(defaultDataDir, 'bin'), port, extra };
    const start = () => startNats({ ...options, logFile: `${dataDir}.log` });
    this.servers[index] = { start, nats: await start() };
  }

  private async ask<T>(question: (manager: JetStreamManager) => T | Promise<T>): Promise<T> {
    const connection = await connect({ servers: this.url.split(','), timeout: 5_000 });
    try {
      return await question(await jetstreamManager(connection, { timeout: 2_000 }));
    } finally {
      await connection.close();
    }
  }

  /** Returns the stream of events with its leader, or null while it has none. */
  private async stream(): Promise<StreamInfo | null> {
    return this.ask(async (manager): Promise<StreamInfo | null> => {
      for await (const info of manager.streams.list())
        if (!info.config.name.startsWith('KV_')) return info;
      return null;
    }).catch(() => null);
  }

  /** Kills the server that leads the stream of events, and restarts it with its files after DOWNTIME_MS. */
  async killLeader(): Promise<LeaderKill> {
    const leader = await until(
      'a leader of the stream',
      async () => (await this.stream())?.cluster?.leader,
    );
    const server = this.servers[Number(leader.slice(1))]!;
    const began = performance.now();
    server.nats.process.child.kill('SIGKILL');
    await server.nats.process.exited;
    await until('another leader of the stream', async () => {
      const next = (await this.stream())?.cluster?.leader;
      return next && next !== leader;
    });
    const leaderMs = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, DOWNTIME_MS - leaderMs)));
    server.nats = await server.start();
    await until('the third copy of the stream', async () => {
      const replicas = (await this.stream())?.cluster?.replicas ?? [];
      return replicas.length === 2 && replicas.every(({ current }) => current);
    });
    return { leader, leaderMs, inSyncMs: performance.now() - began };
  }

  async stop(): Promise<void> {
    for (const { nats } of this.servers) nats.process.child.kill('SIGKILL');
    await Promise.all(this.servers.map(({ nats }) => nats.process.exited));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** PostgreSQL that is reachable only through PgBouncer in transaction mode, configured like docs/postgresql.md. */
export class PooledPostgres {
  private postgres!: Postgres;
  private pooler: Pgbouncer | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'casement-rollout-postgres-'));

  static async start(): Promise<PooledPostgres> {
    const pooled = new PooledPostgres();
    await pooled.launch();
    return pooled;
  }

  /** Environment of a product that uses the pooler. */
  get env(): Record<string, string> {
    return Object.fromEntries(
      serviceNames.map((name) => {
        const url = new URL(this.pooler!.url);
        url.pathname = `/${name}`;
        return [`${name.toUpperCase()}_DATABASE_URL`, url.href];
      }),
    );
  }

  private async launch(): Promise<void> {
    const { folder } = this;
    // If started by root, PostgreSQL and PgBouncer run as another user, who needs access to this folder.
    chmodSync(folder, 0o711);
    this.postgres = await startPostgres({
      dataDir: join(folder, 'data'),
      logFile: join(folder, 'postgres.log'),
      disposable: true,
    });
    this.pooler = await startPgbouncer({
      folder: join(folder, 'pgbouncer'),
      postgresUrl: this.postgres.url,
      extra: ['max_client_conn = 1000'],
    });
    if (!this.pooler) throw new Error("PgBouncer is not installed (Debian's package pgbouncer)");
    await this.ask(async (client) => {
      for (const name of serviceNames) await client.query(`CREATE DATABASE ${name}`);
    });
  }

  private async ask<T>(question: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.postgres.url });
    await client.connect();
    try {
      return await question(client);
    } finally {
      await client.end();
    }
  }

  /** Returns session locks and open transactions that remain in the databases after all services have ended. */
  async remainingLocks(): Promise<string[]> {
    const { rows } = await this.ask((client) =>
      client.query<{ what: string }>(`
        SELECT format('%s: an advisory lock is left', d.datname) AS what
          FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE l.locktype = 'advisory'
        UNION ALL
        SELECT format('%s: a transaction is left open since %s', datname, xact_start)
          FROM pg_stat_activity WHERE xact_start < now() - interval '30 seconds' AND backend_type = 'client backend'`),
    );
    return rows.map(({ what }) => what);
  }

  async stop(): Promise<void> {
    await this.pooler?.stop();
    await stopPostgres(this.postgres.process);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}
