import { newId } from '@casement/common/data/database/new-id.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import {
  testTokens,
  type TestTokens,
  type TokenSubject,
} from '@casement/common/testing/test-tokens.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { billing } from '../../src/billing.service-definition.js';
import { BillingProcess } from '../fakes/billing-process.js';
import { FakeBinance } from '../fakes/fake-binance.js';
import { FakeGateway } from '../fakes/fake-gateway.js';
import { FakePeers } from '../fakes/fake-peers.js';
import { HostedProviders } from './hosted.js';

/** Short intervals, so that the jobs of one replica pick up the work of a killed replica quickly. */
const BUSY = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATABASE_POOL_SIZE: '5',
  CALLBACK_INBOX_INTERVAL_MS: '200',
  RECONCILE_INTERVAL_MS: '200',
  EXPIRY_INTERVAL_MS: '200',
  HOLD_SWEEP_INTERVAL_MS: '200',
  FIRST_SYNC_INTERVAL_MS: '200',
  TRIPAY_TIMEOUT_MS: '500',
  PROVIDER_TIMEOUT_MS: '2000',
  BINANCE_POLL_INTERVAL_MS: '1000',
};

/** Two replicas of billing as in production, with a database, NATS, and fakes of the external services. */
export class Replicas {
  private readonly restarts: Promise<void>[] = [];
  private turn = 0;
  private cuts = 0;

  private constructor(
    readonly database: TestDatabase,
    readonly nats: TestNats,
    readonly gateway: FakeGateway,
    readonly peers: FakePeers,
    readonly binance: FakeBinance,
    readonly hosted: HostedProviders,
    private readonly tokens: TestTokens,
    private readonly replicas: BillingProcess[],
  ) {}

  static async start(): Promise<Replicas> {
    const [database, nats, tokens, gateway, peers, binance, hosted] = await Promise.all([
      testDatabase(billing.database.migrations),
      testNats(),
      testTokens(),
      FakeGateway.start(),
      FakePeers.start(),
      FakeBinance.start(),
      HostedProviders.start(),
    ]);
    const around = {
      ...BUSY,
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: database.directUrl,
      AUTH_JWKS_URL: tokens.jwksUrl,
      ...nats.env,
      ...gateway.env,
      ...peers.env,
      ...binance.env,
      ...hosted.env,
    };
    await database.query(
      `UPDATE receipt_settings SET seller_name = 'Seller', seller_address = 'Jakarta', seller_tax_id = ''`,
    );
    // The replicas are started one after the other. Otherwise both would seed and sync concurrently, which does not
    // happen in production.
    const replicas = [await BillingProcess.start(around), await BillingProcess.start(around)];
    const all = new Replicas(database, nats, gateway, peers, binance, hosted, tokens, replicas);
    await waitFor(async () => {
      const rows = await database.query(
        `UPDATE payment_method SET is_enabled = true
          WHERE code IN ('QRIS', 'MIDTRANS_CARD', 'STRIPE_CARD') RETURNING code`,
      );
      return rows.length === 3;
    });
    hosted.target = async () => (await all.next()).url;
    return all;
  }

  /** Creates a voucher of each kind. */
  async vouchers(): Promise<{ discount: string; quota: string }> {
    const discount = `DISCOUNT-${newId().slice(-12).toUpperCase()}`;
    const quota = discount.replace('DISCOUNT', 'QUOTA');
    await this.database.query(
      `INSERT INTO voucher (id, code, label, basis_points, quota, max_uses, max_uses_per_user, min_quantity, created_by)
       VALUES (gen_random_uuid(), $1, '', 2000, NULL, 3, 2, 1, gen_random_uuid()),
              (gen_random_uuid(), $2, '', NULL, 1, 3, 2, 1, gen_random_uuid())`,
      [discount, quota],
    );
    return { discount, quota };
  }

  /** Returns the replicas that are up in turns, and waits if none is up. */
  async next(): Promise<BillingProcess> {
    return waitFor(
      () => {
        this.turn += 1;
        const up = this.replicas.filter((one) => one.isUp);
        return up[this.turn % Math.max(up.length, 1)];
      },
      { timeoutMs: 60_000, everyMs: 10 },
    );
  }

  /**
   * @returns the HTTP status and the parsed body
   * @throws if the connection is interrupted
   */
  async post(path: string, body: string | object, headers: Record<string, string>) {
    const { url } = await this.next();
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as { data?: unknown } };
  }

  as(subject: TokenSubject): { authorization: string } {
    return { authorization: `Bearer ${this.tokens.token(subject)}` };
  }

  /** Kills a replica with kill -9 while it is working. It is restarted automatically. */
  async killOne(): Promise<void> {
    const up = this.replicas.filter((one) => one.isUp);
    const victim = up[this.turn % Math.max(up.length, 1)];
    if (!victim) return;
    await victim.kill();
    this.restarts.push(this.bringBack(victim));
  }

  /** Restarts a replica like a supervisor, also if it exits because its connection was cut during startup. */
  private async bringBack(victim: BillingProcess): Promise<void> {
    const { cuts } = this;
    try {
      await victim.boot();
    } catch (error) {
      if (this.cuts === cuts) throw error;
      await this.bringBack(victim);
    }
  }

  /** Terminates the database connections that are in use. */
  async killConnections(): Promise<void> {
    this.cuts += 1;
    await this.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'billing' AND state <> 'idle'`,
    );
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.restarts);
    await Promise.all(this.replicas.map((one) => one.close()));
    const around = [this.tokens, this.gateway, this.nats, this.binance, this.hosted];
    await Promise.all(around.map((one) => one.close()));
    this.peers.close();
    await this.database.close();
  }
}
