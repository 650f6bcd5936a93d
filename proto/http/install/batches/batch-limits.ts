// Contains no schemas, so that a page can use the limits without loading the form's validation.

/** Maximum number of machines per batch. */
export const MAX_BATCH_ROWS = 200;
/** Maximum number of concurrent installs of one batch. */
export const MAX_BATCH_LIMIT = 50;
export const DEFAULT_BATCH_LIMIT = 10;

/**
 * `refused`: the row is invalid and was never checked. `checking` → `ready` or `unfit` (the preflight refused the VPS
 * or could not be completed). `ready` → `starting` → `installing` → `completed`, `failed` or `review`. `no_quota`:
 * the quota was used up when the row's turn came. `expired`: the row waited for 24 hours, and its credentials were
 * erased. `cancelled`: by its user before the row started.
 */
export const BATCH_ROW_STATUSES = [
  'refused',
  'checking',
  'unfit',
  'ready',
  'starting',
  'installing',
  'review',
  'completed',
  'failed',
  'no_quota',
  'expired',
  'cancelled',
] as const;

/** Final statuses except `completed` and `refused`. `review` is not final. */
export const RETRYABLE_ROW_STATUSES: readonly (typeof BATCH_ROW_STATUSES)[number][] = [
  'unfit',
  'failed',
  'no_quota',
  'expired',
  'cancelled',
];
