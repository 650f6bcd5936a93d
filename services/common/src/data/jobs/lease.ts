/** The right to work on a row: until it runs out, or another worker has claimed the row since. */
export interface Lease {
  /** The row's primary key. */
  readonly id: string;
  /** Grows with every claim of the row, so that what an earlier holder still writes can be recognised. */
  readonly epoch: number;
}

/** The row was claimed by another worker, or is gone: what was about to be written must not be. */
export class LeaseLost extends Error {
  constructor(id: string) {
    super(`the lease of ${id} was lost`);
    this.name = 'LeaseLost';
  }
}
