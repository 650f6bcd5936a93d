import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Transfer } from './binance/transfers.js';
import { Delivery } from './delivery.js';
import { noFaults, type Faults } from './faults.js';
import type { HostedOrder } from './hosted/hosted-order.js';
import { HostedOrders } from './hosted/hosted-orders.js';
import { midtransEvent } from './midtrans/midtrans-api.js';
import { stripeEvent, type StripeAccount } from './stripe/stripe-api.js';
import { Callbacks } from './tripay/callbacks.js';
import type { Transaction } from './tripay/transaction.js';
import { Transactions } from './tripay/transactions.js';

/** State of the sandbox. Stores every change of a bill and sends its callback. */
export class SandboxStore {
  readonly faults: Faults = noFaults();
  readonly delivery = new Delivery(this.faults);
  readonly transactions: Transactions;
  readonly callbacks: Callbacks;
  readonly transfers: Transfer[];
  /** Orders of Midtrans and Stripe. */
  readonly hosted: Record<HostedOrder['provider'], HostedOrders>;

  constructor(
    private readonly file: string,
    merchant: { privateKey: string; merchantCode: string },
    readonly receiverId: string,
    hosted: { midtransKey: string; stripe: StripeAccount },
  ) {
    const stored = readState(file);
    this.transfers = stored.transfers;
    this.callbacks = new Callbacks(merchant.privateKey, this.delivery, () => this.store());
    const ordersOf = (
      provider: HostedOrder['provider'],
      eventOf: ConstructorParameters<typeof HostedOrders>[1],
    ) => {
      const own = stored.hosted?.filter((one) => one.provider === provider) ?? [];
      return new HostedOrders(own, eventOf, this.delivery, () => this.store());
    };
    this.hosted = {
      midtrans: ordersOf('midtrans', midtransEvent(hosted.midtransKey)),
      stripe: ordersOf('stripe', stripeEvent(hosted.stripe)),
    };
    this.transactions = new Transactions(
      stored.transactions,
      merchant.merchantCode,
      (one, event) => {
        this.store();
        if (event) void this.callbacks.send(one, event);
      },
    );
  }

  /** Finds a bill by the gateway's reference. Otherwise returns the newest one with this merchant reference. */
  findTransaction(name: string): Transaction | undefined {
    return (
      this.transactions.find(name) ??
      this.transactions.all().find((one) => one.merchantRef === name)
    );
  }

  findHosted(provider: string, name: string): HostedOrder | undefined {
    return provider === 'midtrans' || provider === 'stripe'
      ? this.hosted[provider].find(name)
      : undefined;
  }

  /** Alternates because the history mixes rows of the old and the new shape. */
  isNextLegacyRow(): boolean {
    return this.transfers.length % 2 === 1;
  }

  addTransfer(transfer: Transfer): Transfer {
    this.transfers.push(transfer);
    this.store();
    return transfer;
  }

  expire(): void {
    this.transactions.expire();
    for (const orders of Object.values(this.hosted)) orders.expire();
  }

  clear(): void {
    this.transactions.clear();
    this.transfers.length = 0;
    for (const { all } of Object.values(this.hosted)) all.length = 0;
    this.store();
  }

  private store(): void {
    const transactions = this.transactions.all().reverse();
    const hosted = [...this.hosted.midtrans.all, ...this.hosted.stripe.all];
    writeState(this.file, { transactions, transfers: this.transfers, hosted });
  }
}

/** State that survives a restart, so that earlier bills can still be paid and queried. */
interface SandboxState {
  transactions: Transaction[];
  transfers: Transfer[];
  /** Absent in files of version 0.1.0. */
  hosted?: HostedOrder[];
}

function readState(file: string): SandboxState {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SandboxState;
  } catch {
    return { transactions: [], transfers: [] };
  }
}

function writeState(file: string, state: SandboxState): void {
  const draft = `${file}.draft`;
  writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
  renameSync(draft, file);
}
