import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { currentContext } from '../../core/context/request-context.js';
import { RequestTransaction, type UnitOfWork } from './request-transaction.js';

/**
 * Database of the service. The handler of a `once` route makes its changes through its RequestTransaction instead.
 *
 * @example await this.db.transaction(async (tx) => {
 *   await this.invoices.markPaid(tx, id);
 *   await this.outbox.add(tx, 'billing.topup.paid.v1', paid);
 * });
 */
@Injectable()
export class Database implements UnitOfWork {
  constructor(private readonly source: DataSource) {}

  /**
   * Entity manager for reads outside a transaction. Inside a transaction, use its `tx`; this manager would bypass it.
   *
   * @throws Error while the request's transaction has changes that this manager would not see
   */
  get manager(): EntityManager {
    if (currentContext()?.transaction?.hasStarted) {
      throw new Error('This request runs in a transaction: use its tx for all reads and writes');
    }
    return this.source.manager;
  }

  /**
   * Commits if `work` resolves, rolls everything back if it throws.
   * @throws Error in a `once` route, where the effect would commit without the stored response (ADR 31)
   */
  async transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    if (currentContext()?.transaction?.isOpen) {
      throw new Error(
        'A once route commits with its answer: use its RequestTransaction, or runInNewTransaction',
      );
    }
    return this.runInNewTransaction(work);
  }

  /**
   * Commits when `work` resolves, also in a `once` route. For a step that must be stored before another service is
   * called. The caller must retry or undo the step after a crash.
   */
  runInNewTransaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.source.transaction((tx) => work(tx));
  }

  /** Runs `work` immediately because every resolved transaction is committed. */
  afterCommit(work: () => void): void {
    work();
  }

  beginRequest(): RequestTransaction {
    return new RequestTransaction(this.source);
  }

  /**
   * For tests that read and prepare raw tables. Rows are not parsed, and an UPDATE or DELETE without RETURNING
   * returns `[rows, count]`. Production code uses `rows`, `row`, `one` and `execute` of sql.ts.
   */
  query<Row = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.manager.query<Row[]>(sql, parameters);
  }
}
