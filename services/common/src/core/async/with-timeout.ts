export class TimeoutError extends Error {
  constructor() {
    super('too slow');
    this.name = 'TimeoutError';
  }
}

/**
 * Settles like the work, or rejects if it takes longer than `ms`. The work itself is not cancelled.
 *
 * @throws TimeoutError
 * @example await withTimeout(2_000, this.source.query('SELECT 1'));
 */
export async function withTimeout<T>(ms: number, work: Promise<T> | T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
