import type { BatchRowStatus } from './batches.js';

// Without schemas, so that a page has them without fetching the rules of the form.

/** Machines of one batch. */
export const MAX_BATCH_ROWS = 200;
/** Installs of one batch under way at a time. */
export const MAX_BATCH_LIMIT = 50;
export const DEFAULT_BATCH_LIMIT = 10;

/** These have an end; all but `completed` and `refused` can be retried. `review` can still end otherwise. */
export const RETRYABLE_ROW_STATUSES: readonly BatchRowStatus[] = [
  'unfit',
  'failed',
  'no_quota',
  'expired',
  'cancelled',
];
