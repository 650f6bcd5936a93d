import type { InstallStatusChanged } from '@casement/proto/gen/casement/install/v1/install_events.js';
import type { BillingService } from '@casement/proto/gen/casement/billing/v1/billing_service.js';
import type { CreatedTopup, TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { grpcClient, type GrpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import type { EventMap, EventSubject } from '@casement/common/messaging/event-map.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { testApp, type TestApp, type TestAppOptions } from '@casement/common/testing/test-app.js';
import { billing } from '../../src/billing.service-definition.js';
import { PaymentMethodsService } from '../../src/payment-methods/payment-methods.service.js';
import { FakeGateway } from './fake-gateway.js';
import { FakePeers } from './fake-peers.js';

/** Jobs run only when a test calls them. */
const QUIET = {
  CALLBACK_INBOX_INTERVAL_MS: '0',
  RECONCILE_INTERVAL_MS: '0',
  EXPIRY_INTERVAL_MS: '0',
  HOLD_SWEEP_INTERVAL_MS: '0',
  FIRST_SYNC_INTERVAL_MS: '0',
  // Long, because client and server share one event loop. Tests of lost responses set a shorter timeout.
  TRIPAY_TIMEOUT_MS: '9000',
  PROVIDER_TIMEOUT_MS: '9000',
};

/** Runs billing with a gateway and peers controlled by the test. */
export class BillingApp {
  private readonly replicas: TestApp[] = [];

  private constructor(
    readonly app: TestApp,
    readonly gateway: FakeGateway,
    readonly peers: FakePeers,
    readonly rpc: GrpcClient<BillingService>,
  ) {}

  static async start(options: TestAppOptions = {}): Promise<BillingApp> {
    const [gateway, peers] = await Promise.all([FakeGateway.start(), FakePeers.start()]);
    const app = await testApp(billing, {
      ...options,
      env: { ...QUIET, ...gateway.env, ...peers.env, ...options.env },
    });
    const rpc = grpcClient('billing', {
      url: app.grpcUrl,
      deadlineMs: 20_000,
    });
    const billingApp = new BillingApp(app, gateway, peers, rpc);
    const methods = app.get(PaymentMethodsService);
    await waitFor(() => methods.syncIfNone()).catch(async (error: unknown) => {
      await billingApp.close();
      throw error;
    });
    return billingApp;
  }

  /** Starts another replica of billing on the same database and messages. It stops together with this one. */
  async startReplica(env: Record<string, string>): Promise<TestApp> {
    const { database, nats, tokens } = this.app;
    const settings = { ...QUIET, ...this.gateway.env, ...this.peers.env, ...env };
    const replica = await testApp(billing, { database, nats, tokens, env: settings });
    this.replicas.push(replica);
    return replica;
  }

  async close(): Promise<void> {
    for (const replica of this.replicas) await replica.close();
    this.rpc.close();
    await this.app.close();
    await this.gateway.close();
    this.peers.close();
  }

  user(email = 'customer@example.com'): string {
    const id = newId();
    this.peers.users.set(id, { username: `user-${id.slice(-6)}`, email });
    return id;
  }

  order(userId: string, body: object) {
    return this.app.http.post('/api/user/topup').set(this.app.as({ userId })).send(body);
  }

  async history(userId: string, query = '') {
    const answer = await this.app.http
      .get(`/api/user/topup/history${query}`)
      .set(this.app.as({ userId }))
      .expect(200);
    return answer.body as { data: TopupHistoryItem[]; meta: Record<string, unknown> };
  }

  /** Publishes an install status as install does, and waits until billing has processed it. */
  async publishStatus(change: Partial<InstallStatusChanged>, id = newId()): Promise<void> {
    const event = {
      installId: '',
      userId: '',
      ip: '203.0.113.7',
      previousStatus: 'running',
      status: 'completed',
      version: 1,
      failureCode: '',
      failureMessage: '',
      ...change,
    };
    await this.app.nats.publish('install.job.status-changed.v1', event, { id });
    await this.eventProcessed(id);
  }

  /** Publishes the deletion of a user as auth does, and waits until billing has processed it. */
  async deleteUser(userId: string, id = newId()): Promise<void> {
    this.peers.users.delete(userId);
    await this.app.nats.publish('auth.user.deleted.v1', { userId }, { id });
    await this.eventProcessed(id);
  }

  private async eventProcessed(id: string): Promise<void> {
    await waitFor(async () => {
      const rows = await this.app.database.query('SELECT 1 FROM inbox WHERE event_id = $1', [id]);
      return rows.length > 0;
    });
  }

  async topUp(userId: string, quantity = 1, method = 'QRIS'): Promise<CreatedTopup> {
    const answer = await this.order(userId, { quantity, payment_method: method }).expect(200);
    return (answer.body as { data: CreatedTopup }).data;
  }

  /** Sends a callback with exactly these bytes and this signature, as the gateway does. */
  deliver({ body, signature }: { body: string; signature: string }) {
    return this.app.http
      .post('/api/payments/tripay/callback')
      .set('content-type', 'application/json')
      .set('x-callback-event', 'payment_status')
      .set('x-callback-signature', signature)
      .send(body);
  }

  async paid(userId: string, quantity: number): Promise<CreatedTopup> {
    const topup = await this.topUp(userId, quantity);
    await this.deliver(this.gateway.callback(topup.reference, 'PAID')).expect(200);
    return topup;
  }

  async quota(userId: string): Promise<number> {
    return (await this.rpc.GetBalances({ userIds: [userId] })).balances[0].quota;
  }

  /** Returns the user's ledger, oldest first, as `kind:amount`. */
  async ledger(userId: string): Promise<string[]> {
    const rows = await this.app.database.query<{ kind: string; amount: number }>(
      'SELECT kind, amount FROM ledger_entry WHERE user_id = $1 ORDER BY entry_no',
      [userId],
    );
    return rows.map(({ kind, amount }) => `${kind}:${amount}`);
  }

  /** Waits for matching events, read from the stream like other services read them. */
  async events<S extends EventSubject>(
    subject: S,
    fits: (payload: EventMap[S], correlationId: string) => boolean,
  ): Promise<EventMap[S][]> {
    const found = await waitFor(async () => {
      const all = await this.app.nats.events(subject);
      const fitting = all.filter((event) => fits(event.payload, event.correlationId));
      return fitting.length > 0 ? fitting : null;
    });
    return found.map((event) => event.payload);
  }

  async row(reference: string): Promise<Record<string, unknown>> {
    const rows = await this.app.database.query('SELECT * FROM topup WHERE reference = $1', [
      reference,
    ]);
    return rows[0];
  }
}
