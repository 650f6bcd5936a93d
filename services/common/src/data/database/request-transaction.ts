import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

declare module '../../core/context/request-context.js' {
  interface RequestContext {
    /** Transaction of a request that carries an Idempotency-Key: all of its changes belong to it. */
    transaction?: RequestTransaction;
  }
}

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE';

/**
 * The one transaction of a request that must happen once: what its handler changes is committed together with the
 * answer that is kept. It begins with the handler's first `Database.transaction`; that one and all later ones are
 * savepoints in it. They follow one another: a handler of such a route runs no two of them at the same time.
 */
export class RequestTransaction {
  private begun: Promise<QueryRunner> | undefined;
  private current: EntityManager | undefined;
  private readonly waiting: (() => void)[] = [];
  private ended = false;

  constructor(private readonly source: DataSource) {}

  /** Its end is not reached: what the request does belongs to it. */
  get isOpen(): boolean {
    return !this.ended;
  }

  /** For reads that have to see what it has changed; undefined before its first statement and after its end. */
  get manager(): EntityManager | undefined {
    return this.ended ? undefined : this.current;
  }

  /** Rolls back to here where `work` throws. */
  async run<T>(work: (tx: EntityManager) => Promise<T>, isolation?: Isolation): Promise<T> {
    const runner = await this.begin(isolation);
    return runner.manager.transaction(work);
  }

  /** `work` has to wait until others see the change. It is not done where the transaction is rolled back. */
  afterCommit(work: () => void): void {
    this.waiting.push(work);
  }

  /** @param last what is committed with the rest @throws what `last` throws; nothing is committed then */
  async commit(last: (tx: EntityManager) => Promise<void>): Promise<void> {
    const runner = await this.begin();
    try {
      await last(runner.manager);
      await runner.commitTransaction();
      // Two at the same time: no more than the savepoint of one was released.
      if (runner.isTransactionActive) throw new Error('A savepoint of the request is still open');
    } catch (error) {
      await rollBackAll(runner);
      throw error;
    } finally {
      await this.end(runner);
    }
    for (const work of this.waiting) work();
  }

  async rollback(): Promise<void> {
    this.ended = true;
    const runner = await this.begun?.catch(() => undefined);
    if (!runner) return;
    await rollBackAll(runner);
    await this.end(runner);
  }

  private begin(isolation?: Isolation): Promise<QueryRunner> {
    this.begun ??= this.open(isolation);
    return this.begun;
  }

  private async open(isolation?: Isolation): Promise<QueryRunner> {
    const runner = this.source.createQueryRunner();
    try {
      await runner.startTransaction(isolation);
    } catch (error) {
      await runner.release();
      throw error;
    }
    this.current = runner.manager;
    return runner;
  }

  private async end(runner: QueryRunner): Promise<void> {
    this.ended = true;
    if (!runner.isReleased) await runner.release();
  }
}

/** With the savepoints that are open: the pool does not look whether a connection that it gets back is in a transaction. */
async function rollBackAll(runner: QueryRunner): Promise<void> {
  try {
    while (runner.isTransactionActive) await runner.rollbackTransaction();
  } catch {
    // A connection that is gone has rolled it back.
  }
}
