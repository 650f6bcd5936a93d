import { z } from 'zod';
import { defineRoutes } from '../route.js';

/** Read only when the token is known: a stranger learns nothing of what a form should hold. */
const agentForm = z.looseObject({});

/** With `origin` the answer is a redirect (307) to where that origin has the chunk, or the chunk where it has not. */
const chunkQuery = z.object({ origin: z.string().max(31).optional() });
export type ChunkQuery = z.infer<typeof chunkQuery>;

/** What the RAM stage calls. */
export const agentRoutes = defineRoutes({
  time: { method: 'GET', path: '/install/agent/time', effect: 'read', raw: 'text/plain' },
  checkIn: {
    method: 'POST',
    path: '/install/agent/check-in',
    effect: 'proof',
    body: agentForm,
    form: true,
    raw: 'text/plain',
  },
  commit: {
    method: 'POST',
    path: '/install/agent/commit',
    effect: 'proof',
    body: agentForm,
    form: true,
    raw: 'text/plain',
  },
  progress: {
    method: 'POST',
    path: '/install/agent/progress',
    effect: 'proof',
    body: agentForm,
    form: true,
    raw: 'text/plain',
  },
  failure: {
    method: 'POST',
    path: '/install/agent/failure',
    effect: 'proof',
    body: agentForm,
    form: true,
    raw: 'text/plain',
  },
  files: {
    method: 'GET',
    path: '/install/agent/files',
    effect: 'read',
    query: agentForm,
    raw: 'application/x-tar',
  },
  windowsUp: {
    method: 'POST',
    path: '/install/agent/windows-up/{installId}',
    effect: 'proof',
    params: { installId: z.string() },
    // A Windows that was prepared by an older version sends none.
    body: agentForm.optional(),
    form: true,
    raw: 'text/plain',
  },
  chunk: {
    method: 'GET',
    path: '/images/chunks/{sha256}',
    effect: 'read',
    params: { sha256: z.string() },
    query: chunkQuery,
    raw: 'application/zstd',
  },
});
