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
import { defineRoutes } from '../route.js';

const batchId = z.uuid('Batch is not known');
const rowNumber = z.coerce
  .number('Row is not known')
  .int('Row is not known')
  .min(1, 'Row is not known')
  .max(MAX_BATCH_ROWS, 'Row is not known');

/** Many machines at once: a table of its own, since only their part of the dashboard fetches it. */
export const batchRoutes = defineRoutes({
  batches: {
    method: 'GET',
    path: '/user/batches',
    effect: 'read',
    query: batchesQuery,
    answer: batchSummary,
    paged: true,
  },
  /** Its machines are examined; nothing is started. */
  createBatch: {
    method: 'POST',
    path: '/user/batches',
    effect: 'own',
    once: 'answer',
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
  /** When all are examined. From here on each machine that passed is erased when its turn comes. */
  startBatch: {
    method: 'POST',
    path: '/user/batches/{id}/start',
    effect: 'purchase',
    once: 'answer',
    params: { id: batchId },
    body: startBatchRequest,
    answer: batch,
  },
  /** Nothing new begins; what is under way goes on. */
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
  /** What has not begun never does; what is under way goes on, and can be cancelled by row. */
  cancelBatch: {
    method: 'POST',
    path: '/user/batches/{id}/cancel',
    effect: 'own',
    params: { id: batchId },
    answer: batch,
  },
  /** All that ended without Windows and whose passwords are still stored, as the retry of one does. */
  retryBatch: {
    method: 'POST',
    path: '/user/batches/{id}/retry',
    effect: 'purchase',
    once: 'answer',
    params: { id: batchId },
    answer: batch,
  },
  /** Before the start a row is examined again; after it, it is installed when it passes. */
  retryBatchRow: {
    method: 'POST',
    path: '/user/batches/{id}/rows/{row}/retry',
    effect: 'purchase',
    once: 'answer',
    params: { id: batchId, row: rowNumber },
    body: retryBatchRowRequest,
    answer: batch,
  },
  /** One that waits, or whose disk is not touched yet. */
  cancelBatchRow: {
    method: 'POST',
    path: '/user/batches/{id}/rows/{row}/cancel',
    effect: 'own',
    params: { id: batchId, row: rowNumber },
    answer: batch,
  },
  /** One line per machine. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
  batchResults: {
    method: 'GET',
    path: '/user/batches/{id}/results.csv',
    effect: 'read',
    params: { id: batchId },
    raw: 'text/csv',
  },
});
