import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Transfer } from './binance/transfers.js';
import { noFaults, type Faults } from './faults.js';
import { Callbacks } from './tripay/callbacks.js';
import type { Transaction } from './tripay/transaction.js';
import { Transactions } from './tripay/transactions.js';

/** State of the sandbox. Stores every change of a bill and sends its callback. */
export class SandboxStore {
  readonly faults: Faults = noFaults();
  readonly transactions: Transactions;
  readonly callbacks: Callbacks;
  readonly transfers: Transfer[];

  constructor(
    private readonly file: string,
    merchant: { privateKey: string; merchantCode: string },
    readonly receiverId: string,
  ) {
    const stored = readState(file);
    this.transfers = stored.transfers;
    this.callbacks = new Callbacks(merchant.privateKey, this.faults, () => this.store());
    this.transactions = new Transactions(
      stored.transactions,
      merchant.merchantCode,
      (one, event) => {
        this.store();
        if (event) void this.callbacks.send(one, event);
      },
    );
  }

  /** Finds a bill by the gateway's or the merchant's reference, the newest first. */
  findTransaction(name: string): Transaction | undefined {
    return (
      this.transactions.find(name) ??
      this.transactions.all().find((one) => one.merchantRef === name)
    );
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

  clear(): void {
    this.transactions.clear();
    this.transfers.length = 0;
    this.store();
  }

  private store(): void {
    const transactions = this.transactions.all().reverse();
    writeState(this.file, { transactions, transfers: this.transfers });
  }
}

/** State that survives a restart, so that earlier bills can still be paid and queried. */
interface SandboxState {
  transactions: Transaction[];
  transfers: Transfer[];
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
