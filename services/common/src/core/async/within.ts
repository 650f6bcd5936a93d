/** The work had not ended in time. */
export class TooSlow extends Error {
  constructor() {
    super('too slow');
    this.name = 'TooSlow';
  }
}

/**
 * The work's outcome, or a rejection when it takes longer. The work itself goes on.
 *
 * @throws TooSlow
 * @example await within(2_000, this.source.query('SELECT 1'));
 */
export async function within<T>(ms: number, work: Promise<T> | T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
