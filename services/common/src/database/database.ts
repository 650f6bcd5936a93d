import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE';

/**
 * The service's own database.
 *
 * @example
 * await this.db.transaction(async (tx) => {
 *   await this.invoices.markPaid(tx, id);
 *   await this.outbox.add(tx, 'billing.topup.paid.v1', paid);
 * });
 */
@Injectable()
export class Database {
  constructor(private readonly source: DataSource) {}

  /** For reads outside of a transaction. Inside one, use its `tx`: this would escape it. */
  get manager(): EntityManager {
    return this.source.manager;
  }

  /** Commits if `work` resolves, rolls everything back if it throws. */
  transaction<T>(work: (tx: EntityManager) => Promise<T>, isolation?: Isolation): Promise<T> {
    return isolation
      ? this.source.transaction(isolation, work)
      : this.source.transaction((tx) => work(tx));
  }

  /**
   * Rows of one statement, outside of a transaction. TypeORM answers a bare UPDATE or DELETE with
   * `[rows, count]` instead, here and at `tx.query`; this gives rows everywhere:
   *
   * @example
   * query(`WITH changed AS (UPDATE invoice SET … RETURNING id) SELECT id FROM changed`)
   */
  query<Row = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.source.query<Row[]>(sql, parameters);
  }
}
