import { createHash } from 'node:crypto';

/**
 * Windows reports its first start with a token of its own: it lies on the disk of a running Windows for a
 * moment, and must not open the image or the password there. Made from the stage's own, so that it is the same for every
 * question and cannot be made from what we keep.
 */
export const windowsUpToken = (agentToken: string): string =>
  createHash('sha256').update(`windows-up:${agentToken}`).digest('base64url');
