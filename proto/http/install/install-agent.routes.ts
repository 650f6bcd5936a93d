import { z } from 'zod';
import { defineRoutes } from '../route.js';

/** Parsed only after the token is verified, so that unauthenticated callers learn nothing about the form. */
const agentForm = z.looseObject({});

/**
 * If `origin` is set, the response is a redirect (307) to the chunk at that origin, or the chunk itself if the origin
 * does not have it.
 */
const chunkQuery = z.object({ origin: z.string().max(31).optional() });
export type ChunkQuery = z.infer<typeof chunkQuery>;

/** Routes called by the RAM stage. */
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
    // Absent if Windows was prepared by an older version of Casement.
    body: agentForm.optional(),
    form: true,
    raw: 'text/plain',
  },
  /** Called by the recovery system with the token of the commit's `GUARD_TOKEN`. JSON in, JSON out. */
  recoveryReport: {
    method: 'POST',
    path: '/install/agent/recovery/report',
    effect: 'proof',
    body: agentForm,
    raw: 'application/json',
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
