import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type { LedgerEntryEntity } from './ledger-entry.entity.js';
import { CSV_HEADER, toCsvLine } from './ledger.mapper.js';
import { LedgerRepository } from './ledger.repository.js';

/** Entries per read, so that a long ledger is never completely in memory. */
const BATCH = 1_000;

@Injectable()
export class LedgerViewsService {
  constructor(
    private readonly repository: LedgerRepository,
    private readonly users: UserDirectory,
  ) {}

  page(userId: string, query: PageQuery): Promise<ListPage<LedgerEntryEntity>> {
    return this.repository.page(userId, query);
  }

  /** Names of the administrators who made these corrections, where auth knows them. */
  administrators(entries: readonly LedgerEntryEntity[]): Promise<Map<string, string>> {
    return this.users.names(entries.flatMap(({ actorId }) => actorId ?? []));
  }

  /** The ledger as CSV, newest first, up to the last entry at the first read. */
  async *csv(userId: string): AsyncGenerator<string> {
    yield CSV_HEADER;
    let next = await this.repository.lastEntryNo(userId);
    while (next > 0) {
      const rows = await this.repository.range(userId, Math.max(next - BATCH + 1, 1), next);
      yield rows.map(toCsvLine).join('');
      next -= BATCH;
    }
  }
}
