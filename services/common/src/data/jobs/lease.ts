/** Right to work on a row until it expires or another worker claims the row. */
export interface Lease {
  readonly id: string;
  /** Incremented by every claim of the row, so that late writes of an earlier holder are detected. */
  readonly epoch: number;
}

/** The row was claimed by another worker or is gone, so the pending write must not happen. */
export class LeaseLost extends Error {
  constructor(id: string) {
    super(`the lease of ${id} was lost`);
    this.name = 'LeaseLost';
  }
}
