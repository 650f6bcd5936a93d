import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Transfer } from './binance/transfers.js';
import type { Transaction } from './tripay/transaction.js';

/** What outlives a restart: a bill of yesterday can still be paid and asked about. */
export interface SandboxState {
  transactions: Transaction[];
  transfers: Transfer[];
}

export function readState(file: string): SandboxState {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SandboxState;
  } catch {
    return { transactions: [], transfers: [] };
  }
}

export function writeState(file: string, state: SandboxState): void {
  const draft = `${file}.draft`;
  writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
  renameSync(draft, file);
}
