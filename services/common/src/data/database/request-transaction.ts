import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

declare module '../../core/context/request-context.js' {
  interface RequestContext {
    /**
     * Set while the handler of a `once` route runs, so that Database refuses to commit without the stored response.
     */
    transaction?: RequestTransaction;
  }
}

/**
 * Database, which commits each transaction separately, or the RequestTransaction of a `once` route, which commits all
 * of them together with the stored response. A function with this parameter leaves the choice to its caller.
 */
export interface UnitOfWork {
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T>;
  /**
   * Runs `work` once the changes are visible to others; never after a rollback. Call it after `transaction` has
   * resolved.
   */
  afterCommit(work: () => void): void;
}

/**
 * Single transaction of a `once` route. It begins with the handler's first `transaction`, so that no connection is
 * held while other services are called before. All `transaction` calls are savepoints in it. They must not overlap.
 */
export class RequestTransaction implements UnitOfWork {
  private started: Promise<QueryRunner> | undefined;
  private readonly waiting: (() => void)[] = [];
  private ended = false;

  constructor(private readonly source: DataSource) {}

  /** True until committed or rolled back. */
  get isOpen(): boolean {
    return !this.ended;
  }

  /** True while open and holding a connection. */
  get hasStarted(): boolean {
    return !this.ended && this.started !== undefined;
  }

  /** Rolls back to the savepoint if `work` throws. */
  async transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const runner = await this.begin();
    return runner.manager.transaction(work);
  }

  afterCommit(work: () => void): void {
    this.waiting.push(work);
  }

  /** @param last runs in the same transaction and rolls back everything if it throws */
  async commit(last?: (tx: EntityManager) => Promise<void>): Promise<void> {
    if (last || this.started) await this.commitStarted(await this.begin(), last);
    this.ended = true;
    for (const work of this.waiting) work();
  }

  async rollback(): Promise<void> {
    this.ended = true;
    const runner = await this.started?.catch(() => undefined);
    if (!runner) return;
    await rollBackAll(runner);
    await this.end(runner);
  }

  private async commitStarted(
    runner: QueryRunner,
    last?: (tx: EntityManager) => Promise<void>,
  ): Promise<void> {
    try {
      await last?.(runner.manager);
      await runner.commitTransaction();
      // Overlapping `transaction` calls leave a savepoint unreleased.
      if (runner.isTransactionActive) throw new Error('A savepoint of the request is still open');
    } catch (error) {
      await rollBackAll(runner);
      throw error;
    } finally {
      await this.end(runner);
    }
  }

  private begin(): Promise<QueryRunner> {
    this.started ??= this.open();
    return this.started;
  }

  private async open(): Promise<QueryRunner> {
    const runner = this.source.createQueryRunner();
    try {
      await runner.startTransaction();
    } catch (error) {
      await runner.release();
      throw error;
    }
    return runner;
  }

  private async end(runner: QueryRunner): Promise<void> {
    this.ended = true;
    if (!runner.isReleased) await runner.release();
  }
}

/** Rolls back all open savepoints too, because the pool would accept a connection that is still in a transaction. */
async function rollBackAll(runner: QueryRunner): Promise<void> {
  try {
    while (runner.isTransactionActive) await runner.rollbackTransaction();
  } catch {
    // The server rolls back the transaction of a lost connection.
  }
}
