import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type { LedgerEntryEntity } from './ledger-entry.entity.js';
import { CSV_HEADER, toCsvLine } from './ledger.mapper.js';
import { LedgerRepository } from './ledger.repository.js';

/** Entries per read of a file: a long ledger is never in memory as a whole. */
const BATCH = 1_000;

/** A ledger as its owner, or an administrator, reads it. */
@Injectable()
export class LedgerViewsService {
  constructor(
    private readonly repository: LedgerRepository,
    private readonly users: UserDirectory,
  ) {}

  /** Newest first; a user without any entry has an empty one. */
  page(userId: string, query: PageQuery): Promise<ListPage<LedgerEntryEntity>> {
    return this.repository.page(userId, query);
  }

  /** Names of the administrators who made these corrections, as far as auth knows them. */
  administrators(entries: readonly LedgerEntryEntity[]): Promise<Map<string, string>> {
    return this.users.names(entries.flatMap(({ actorId }) => actorId ?? []));
  }

  /** All of it as CSV, newest first, as it stood when the first line was read. */
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
