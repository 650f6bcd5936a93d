import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { Installs } from './installs.js';
import type { Operation, OperationOf } from './operations.js';
import type { Replicas } from './replicas.js';
import { Transfers } from './transfers.js';

/** Users, orders and installs of one run, addressed by number. */
export class World {
  readonly installs: Installs;
  private readonly transfers: Transfers;
  private readonly users: string[];
  private readonly firstOrder: number;
  private readonly delayed: { step: number; work: () => Promise<unknown> }[] = [];
  /** Our references of orders for which billing has accepted a signed PAID callback. */
  private readonly paid = new Set<string>();
  private step = 0;

  constructor(
    private readonly sut: Replicas,
    private readonly vouchers: { discount: string; quota: string },
  ) {
    this.transfers = new Transfers(sut);
    this.firstOrder = sut.gateway.transactions.size;
    this.users = Array.from({ length: 3 }, () => {
      const id = newId();
      sut.peers.users.set(id, {
        username: `user-${id.slice(-6)}`,
        email: 'customer@example.com',
        isVerified: true,
      });
      return id;
    });
    this.installs = new Installs(sut, this.users, (steps, work) => this.schedule(steps, work));
  }

  /**
   * Runs the operations concurrently. Refused or interrupted operations are ignored; the invariants are checked
   * afterwards.
   */
  async act(operations: readonly Operation[]): Promise<void> {
    this.step += 1;
    const due = this.delayed.filter(({ step }) => step === this.step).map(({ work }) => work());
    await Promise.allSettled([...due, ...operations.map((one) => this.run(one))]);
  }

  /**
   * Delivers all delayed messages and recovers the work that crashes have left. Afterwards nothing may be open
   * without a reason.
   */
  async settle(): Promise<void> {
    const delayedWork = this.delayed
      .filter(({ step }) => step > this.step)
      .map(({ work }) => work());
    await Promise.allSettled(delayedWork);
    await this.installs.publishNewest();
    const { database } = this.sut;
    await waitFor(
      async () => {
        await database.query(
          'UPDATE gateway_callback SET next_attempt_at = now() WHERE processed_at IS NULL',
        );
        await database.query(
          `UPDATE install_hold SET next_check_at = now() WHERE state = 'held' AND install_id = ANY($1)`,
          [this.installs.ids],
        );
        await database.query(
          `UPDATE refund SET next_check_at = now() WHERE state = 'refund_pending'`,
        );
        const open = await database.query(
          `SELECT id FROM gateway_callback WHERE processed_at IS NULL
           UNION ALL SELECT topup_id FROM refund WHERE state = 'refund_pending'`,
        );
        return open.length === 0 && (await this.unexplainedHolds()).length === 0;
      },
      // Both replicas may have been killed just before, and a busy machine starts them slowly.
      { timeoutMs: 120_000, everyMs: 100 },
    );
  }

  /**
   * Returns payments that billing accepted but did not credit, refund or show to an administrator. Call after
   * `settle`.
   */
  async lostPayments(): Promise<string[]> {
    const stored = await this.sut.database.query<{ merchant_ref: string }>(
      `SELECT merchant_ref FROM topup WHERE merchant_ref = ANY($1)
         AND (status = 'PAID' OR refunded_at IS NOT NULL OR review IS NOT NULL)`,
      [[...this.paid]],
    );
    const found = new Set(stored.map((row) => row.merchant_ref));
    return [...this.paid].filter((merchantRef) => !found.has(merchantRef));
  }

  /** Returns failed refunds that are not listed for review. */
  async hiddenFailures(): Promise<object[]> {
    return this.sut.database.query(
      `SELECT topup_id FROM refund JOIN topup ON id = topup_id
        WHERE state = 'refunded' AND failure IS NOT NULL AND NOT coalesce('refund_failed' = ANY (review), false)`,
    );
  }

  /**
   * Returns orders that billing had refunded by the provider more often than it recorded. A refund confirmed by hand
   * returned the money by a transfer. Call after `settle`.
   */
  async surplusRefunds(): Promise<string[]> {
    const made = (await this.sut.hosted.orders()).flatMap(({ merchantRef, refunds }) =>
      refunds.filter(({ key, failed }) => key !== 'by-hand' && !failed).map(() => merchantRef),
    );
    const recorded = await this.sut.database.query<{ merchant_ref: string }>(
      `SELECT merchant_ref FROM topup JOIN refund ON topup_id = id
        WHERE state = 'refunded' AND NOT by_hand`,
    );
    const left = recorded.map((row) => row.merchant_ref);
    return made.filter((merchantRef) => {
      const index = left.indexOf(merchantRef);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
  }

  private async unexplainedHolds(): Promise<object[]> {
    const taken = await this.sut.database.query<{ install_id: string; state: string }>(
      `SELECT install_id, state FROM install_hold
        WHERE state IN ('held', 'captured') AND install_id = ANY($1)`,
      [this.installs.ids],
    );
    return taken.filter((row) => !this.installs.explains(row.install_id, row.state));
  }

  private run(operation: Operation): Promise<unknown> {
    switch (operation.do) {
      case 'topup':
        return this.topup(operation);
      case 'redeem':
        return this.redeem(operation);
      case 'callback':
        return this.callback(operation);
      case 'hosted':
        return this.changeHosted(operation);
      case 'refund':
        return this.refund(operation);
      case 'finishRefund':
        return this.finishRefund(operation);
      case 'bpay':
        return this.transfers.pay(this.user(operation.user), operation);
      case 'hold':
        return this.installs.hold(operation);
      case 'release':
        return this.installs.release(operation);
      case 'status':
        return this.installs.status(operation);
      case 'edit':
        return this.installs.edit(operation);
      case 'admin':
        return this.admin(operation);
      case 'expire':
        return this.change(operation.order, 'expires_at = now()');
      case 'reconcile':
        return this.reconcile(operation);
      case 'deleteUser':
        return this.deleteUser(operation);
      case 'killConnections':
        return this.sut.killConnections();
      case 'killProcess':
        return this.sut.killOne();
    }
  }

  /** The vouchers have few uses, so that users compete for the last one. */
  private async topup(operation: OperationOf<'topup'>): Promise<void> {
    const { user, quantity, method, isAnswered, hasVoucher } = operation;
    if (!isAnswered) this.sut.gateway.createMode = 'lost';
    const discount = hasVoucher ? { voucher_code: this.vouchers.discount } : {};
    const order = { quantity, payment_method: method, ...discount };
    await this.sut
      .post('/user/topup', order, this.sut.as({ userId: this.user(user) }))
      .finally(() => (this.sut.gateway.createMode = 'ok'));
  }

  private async redeem({ user, copies }: OperationOf<'redeem'>): Promise<void> {
    const as = this.sut.as({ userId: this.user(user) });
    const send = () => this.sut.post('/user/vouchers/redeem', { code: this.vouchers.quota }, as);
    await Promise.allSettled(Array.from({ length: copies }, send));
  }

  private async callback(operation: OperationOf<'callback'>): Promise<void> {
    const reference = this.order(operation.order);
    if (!reference) return;
    const change = {
      none: {},
      forged: {},
      amount: { total_amount: 1 },
      reference: { merchant_ref: 'CSM-OTHER' },
    }[operation.flaw];
    const { body, signature } = this.sut.gateway.callback(reference, operation.status, change);
    const headers = {
      'x-callback-event': 'payment_status',
      'x-callback-signature':
        operation.flaw === 'forged' ? signature.replace(/^./, 'x') : signature,
    };
    // A payment that names another order may match no order, so it is not expected.
    const isPayment = operation.status === 'PAID' && ['none', 'amount'].includes(operation.flaw);
    const send = async () => {
      const { status } = await this.sut.post('/payments/tripay/callback', body, headers);
      if (isPayment && status === 200) this.paid.add(this.merchantRef(reference));
    };
    // Delays the first copy too, because a later event may overtake it.
    await Promise.all(
      Array.from({ length: operation.copies }, (_, n) =>
        this.schedule((n + 1) * operation.delay, send),
      ),
    );
  }

  /** Customers, their banks and Midtrans or Stripe act; the callback is sent `copies` more times. */
  private async changeHosted({ order, action, copies, delay }: OperationOf<'hosted'>) {
    const [row] = await this.ownOrders(`AND payment_method LIKE '%\\_CARD'`, order);
    if (!row) return;
    const provider = row.payment_method.startsWith('STRIPE') ? 'stripe' : 'midtrans';
    // Midtrans never reports how a dispute was decided, or that a refund failed.
    if (provider === 'midtrans' && ['dispute', 'win', 'lose', 'fail-refund'].includes(action))
      return;
    await this.sut.hosted.act(provider, row.merchant_ref, action);
    const announce = async () => {
      const isAccepted = await this.sut.hosted.announce(provider, row.merchant_ref);
      if (isAccepted && action === 'pay') this.paid.add(row.merchant_ref);
    };
    await Promise.all(
      Array.from({ length: copies }, (_, n) => this.schedule((n + 1) * delay, announce)),
    );
  }

  /** An administrator refunds an order of any provider. */
  private async refund(operation: OperationOf<'refund'>): Promise<void> {
    const { order, part, byHand, isProviderUp, copies } = operation;
    const [row] = await this.ownOrders(`AND status = 'PAID'`, order);
    if (!row) return;
    const body = { part, by_hand: byHand, reason: 'test' };
    if (!isProviderUp) await this.sut.hosted.setDown(true);
    const as = this.sut.as({ admin: true });
    await Promise.allSettled(
      Array.from({ length: copies }, () =>
        this.sut.post(`/admin/topups/${row.id}/refund`, body, as),
      ),
    ).finally(() => this.sut.hosted.setDown(false));
  }

  private async finishRefund({ order, isMade, copies }: OperationOf<'finishRefund'>) {
    const [row] = await this.ownOrders(
      `AND id IN (SELECT topup_id FROM refund
                   WHERE state IN ('by_hand', 'refund_pending') OR state = 'refunded' AND failure IS NOT NULL)`,
      order,
    );
    if (!row) return;
    const path = `/admin/topups/${row.id}/refund/${isMade ? 'confirm' : 'cancel'}`;
    const body = isMade ? { reference: 'transfer' } : {};
    await Promise.allSettled(
      Array.from({ length: copies }, () => this.sut.post(path, body, this.sut.as({ admin: true }))),
    );
  }

  /** Returns the order with this number, modulo their count. */
  private async ownOrders(condition: string, n: number) {
    const orders = await this.sut.database.query<{
      id: string;
      merchant_ref: string;
      payment_method: string;
    }>(
      `SELECT id, merchant_ref, payment_method FROM topup WHERE user_id = ANY($1) ${condition} ORDER BY id`,
      [this.users],
    );
    return orders.length === 0 ? [] : [orders[n % orders.length]];
  }

  private async admin({ user, operation, amount, copies }: OperationOf<'admin'>): Promise<void> {
    const headers = { ...this.sut.as({ admin: true }), 'idempotency-key': newId() };
    const path = `/admin/users/${this.user(user)}/quota`;
    await Promise.all(
      Array.from({ length: copies }, () => this.sut.post(path, { operation, amount }, headers)),
    );
  }

  private async reconcile({ order, status }: OperationOf<'reconcile'>): Promise<void> {
    const reference = this.order(order);
    if (!reference) return;
    this.sut.gateway.set(reference, status);
    await this.change(order, 'next_check_at = now()');
  }

  private async deleteUser({ user }: OperationOf<'deleteUser'>): Promise<void> {
    const userId = this.user(user);
    this.sut.peers.users.delete(userId);
    await this.sut.nats.publish('auth.user.deleted.v1', { userId });
  }

  private async change(order: number, assignment: string): Promise<void> {
    await this.sut.database.query(`UPDATE topup SET ${assignment} WHERE reference = $1`, [
      this.order(order) ?? '',
    ]);
  }

  private schedule(steps: number, work: () => Promise<unknown>): Promise<unknown> {
    if (steps === 0) return work();
    this.delayed.push({ step: this.step + steps, work });
    return Promise.resolve();
  }

  private user(n: number): string {
    return this.users[n % this.users.length];
  }

  private merchantRef(reference: string): string {
    return this.sut.gateway.transactions.get(reference)?.merchant_ref ?? '';
  }

  /** Returns the gateway's reference, also of an order whose creation was never confirmed to billing. */
  private order(n: number): string | undefined {
    const own = [...this.sut.gateway.transactions.keys()].slice(this.firstOrder);
    return own[n % Math.max(own.length, 1)];
  }
}
