import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { LedgerKind } from '@casement/proto/http/billing/ledger.js';
import type { LedgerEntryEntity } from './ledger-entry.entity.js';
import { ledgerErrors } from './ledger.errors.js';
import { CSV_HEADER, toCsvLine } from './ledger.mapper.js';
import { LedgerRepository } from './ledger.repository.js';
import { unusedByTopup } from './unused-quota.js';

/** Entries per read, so that a long ledger is never entirely in memory. */
const CSV_BATCH = 1_000;

interface NewEntry {
  userId: string;
  kind: LedgerKind;
  /** Positive or negative number of quota. */
  amount: number;
  /** Unique name of the cause, e.g. `topup:<id>`. A second entry with the same source is ignored. */
  source: string;
  topupId?: string;
  voucherCode?: string;
  installId?: string;
  actorId?: string;
  reason?: string;
  /** Written by an administrator and shown to administrators only. */
  note?: string;
}

export interface Posted {
  /** `false` if an entry with this source already exists. */
  posted: boolean;
  quota: number;
}

/** The only component that may change quota. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly repository: LedgerRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Locks the balance until `tx` ends, so that concurrent decisions about it wait. */
  async lockQuota(tx: EntityManager, userId: string): Promise<number> {
    return (await this.repository.lockBalance(tx, userId)).quota;
  }

  /** Returns how much of a paid top-up's quota is left. Exact while the balance is locked. */
  async unusedOf(
    tx: EntityManager,
    { id, userId }: { id: string; userId: string },
  ): Promise<number> {
    return unusedByTopup(await this.repository.balanceChanges(tx, userId)).get(id) ?? 0;
  }

  /**
   * Adds an entry, updates the balance and publishes the change, all within `tx`.
   *
   * @throws INSUFFICIENT_QUOTA if the balance would become negative
   */
  async post(tx: EntityManager, entry: NewEntry): Promise<Posted> {
    const balance = await this.repository.lockBalance(tx, entry.userId);
    const earlier = await this.repository.findBySource(tx, entry.source);
    if (earlier) {
      if (earlier.userId !== entry.userId || earlier.kind !== entry.kind) {
        throw ledgerErrors.sourceTaken(entry.source);
      }
      return { posted: false, quota: balance.quota };
    }

    const quota = balance.quota + entry.amount;
    if (quota < 0) throw ledgerErrors.insufficientQuota();
    await this.repository.insert(tx, {
      id: newId(),
      userId: entry.userId,
      entryNo: balance.entries + 1,
      kind: entry.kind,
      amount: entry.amount,
      balanceAfter: quota,
      source: entry.source,
      topupId: entry.topupId ?? null,
      voucherCode: entry.voucherCode ?? null,
      installId: entry.installId ?? null,
      actorId: entry.actorId ?? null,
      reason: entry.reason ?? '',
      note: entry.note ?? null,
    });
    await this.outbox.add(
      tx,
      'billing.quota.changed.v1',
      { userId: entry.userId, quota, kind: entry.kind, amount: entry.amount },
      { key: entry.userId },
    );
    return { posted: true, quota };
  }

  /** Returns the entries of these causes, oldest first. */
  ofSources(sources: readonly string[]): Promise<LedgerEntryEntity[]> {
    return this.repository.findBySources(sources);
  }

  /** Newest first. */
  page(userId: string, query: PageQuery): Promise<ListPage<LedgerEntryEntity>> {
    return this.repository.page(userId, query);
  }

  /** Streams the ledger as CSV, newest first. Entries added after the first read are not included. */
  async *csv(userId: string): AsyncGenerator<string> {
    yield CSV_HEADER;
    let next = await this.repository.lastEntryNo(userId);
    while (next > 0) {
      const rows = await this.repository.range(userId, Math.max(next - CSV_BATCH + 1, 1), next);
      yield rows.map(toCsvLine).join('');
      next -= CSV_BATCH;
    }
  }

  /** Returns a balance for display, without a lock. */
  async balance(userId: string): Promise<number> {
    return (await this.repository.findBalances([userId]))[0]?.quota ?? 0;
  }

  /** Returns balances for display in the order of `userIds`, with 0 for a user without entries. */
  async balances(userIds: readonly string[]): Promise<{ userId: string; quota: number }[]> {
    const found = await this.repository.findBalances(userIds);
    const byUser = new Map(found.map((balance) => [balance.userId, balance.quota]));
    return userIds.map((userId) => ({ userId, quota: byUser.get(userId) ?? 0 }));
  }
}
