import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { currentContext } from '../../core/context/request-context.js';
import { RequestTransaction, type Isolation } from './request-transaction.js';

/**
 * The service's own database. In a request that must happen once (a route with `once`, called with a key) all of it is
 * one transaction, see RequestTransaction.
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

  /** For reads outside a transaction. Inside one, use its `tx`: this manager would bypass it. */
  get manager(): EntityManager {
    return currentContext()?.transaction?.manager ?? this.source.manager;
  }

  /** Commits if `work` resolves, rolls everything back if it throws. */
  transaction<T>(work: (tx: EntityManager) => Promise<T>, isolation?: Isolation): Promise<T> {
    const ofRequest = currentContext()?.transaction;
    if (ofRequest?.isOpen) return ofRequest.run(work, isolation);
    return this.runInNewTransaction(work, isolation);
  }

  /**
   * Commits when `work` resolves even if the rest of the request is one transaction: for a step that must be stored
   * before another service is called. The caller makes sure that it is repeated after a crash.
   */
  runInNewTransaction<T>(
    work: (tx: EntityManager) => Promise<T>,
    isolation?: Isolation,
  ): Promise<T> {
    return isolation
      ? this.source.transaction(isolation, work)
      : this.source.transaction((tx) => work(tx));
  }

  /** Runs `work` after the request's transaction has committed, or immediately if the request is not one transaction. */
  afterCommit(work: () => void): void {
    const ofRequest = currentContext()?.transaction;
    if (ofRequest?.isOpen) ofRequest.afterCommit(work);
    else work();
  }

  /** Creates the transaction of a request; `transaction` joins it once it is set on the request's context. */
  beginRequest(): RequestTransaction {
    return new RequestTransaction(this.source);
  }

  /**
   * For tests, which read and arrange tables as they are: nothing is parsed, and a bare UPDATE or DELETE is answered with
   * `[rows, count]`. The product uses `rows`, `row`, `one` and `execute` of sql.ts.
   */
  query<Row = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.manager.query<Row[]>(sql, parameters);
  }
}
