import { z } from 'zod';
import {
  batch,
  batchesQuery,
  batchRequest,
  batchSummary,
  retryBatchRowRequest,
  startBatchRequest,
} from './batches.js';
import { MAX_BATCH_ROWS } from './batch-limits.js';
import { defineRoutes } from '../../route.js';

const batchId = z.uuid('Unknown batch');
const rowNumber = z.coerce
  .number('Unknown row')
  .int('Unknown row')
  .min(1, 'Unknown row')
  .max(MAX_BATCH_ROWS, 'Unknown row');

/** Routes of batches of machines. A separate route table, so that only the batches of the dashboard load it. */
export const batchRoutes = defineRoutes({
  batches: {
    method: 'GET',
    path: '/user/batches',
    effect: 'read',
    query: batchesQuery,
    answer: batchSummary,
    paged: true,
  },
  /** Checks the machines without starting an install. */
  createBatch: {
    method: 'POST',
    path: '/user/batches',
    effect: 'own',
    idempotency: 'answer',
    body: batchRequest,
    answer: batch,
    status: 202,
  },
  batch: {
    method: 'GET',
    path: '/user/batches/{id}',
    effect: 'read',
    params: { id: batchId },
    answer: batch,
  },
  /** Allowed once all machines are checked. From then on each machine that passed is erased when its turn comes. */
  startBatch: {
    method: 'POST',
    path: '/user/batches/{id}/start',
    effect: 'purchase',
    idempotency: 'answer',
    params: { id: batchId },
    body: startBatchRequest,
    answer: batch,
  },
  /** Starts no further installs; those in progress continue. */
  pauseBatch: {
    method: 'POST',
    path: '/user/batches/{id}/pause',
    effect: 'own',
    params: { id: batchId },
    answer: batch,
  },
  resumeBatch: {
    method: 'POST',
    path: '/user/batches/{id}/resume',
    effect: 'purchase',
    params: { id: batchId },
    answer: batch,
  },
  /** Prevents installs that have not started. Those in progress continue and can be cancelled by row. */
  cancelBatch: {
    method: 'POST',
    path: '/user/batches/{id}/cancel',
    effect: 'own',
    params: { id: batchId },
    answer: batch,
  },
  /**
   * Retries all rows that ended without Windows and whose passwords are still stored, like the retry of a single row.
   */
  retryBatch: {
    method: 'POST',
    path: '/user/batches/{id}/retry',
    effect: 'purchase',
    idempotency: 'answer',
    params: { id: batchId },
    answer: batch,
  },
  /** Repeats the check of the row before the start of the batch; after it, also installs it if it passes. */
  retryBatchRow: {
    method: 'POST',
    path: '/user/batches/{id}/rows/{row}/retry',
    effect: 'purchase',
    idempotency: 'answer',
    params: { id: batchId, row: rowNumber },
    body: retryBatchRowRequest,
    answer: batch,
  },
  /** Allowed for a row that waits, or whose disk has not been changed yet. */
  cancelBatchRow: {
    method: 'POST',
    path: '/user/batches/{id}/rows/{row}/cancel',
    effect: 'own',
    params: { id: batchId, row: rowNumber },
    answer: batch,
  },
  /** One line per machine. Cells that a spreadsheet would treat as a formula begin with an apostrophe. */
  batchResults: {
    method: 'GET',
    path: '/user/batches/{id}/results.csv',
    effect: 'read',
    params: { id: batchId },
    raw: 'text/csv',
  },
});
