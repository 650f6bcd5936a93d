import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A token for one install's RAM stage. Only its hash is kept. */
export const newAgentToken = (): string => randomBytes(32).toString('base64url');

export const hashAgentToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/**
 * Windows reports its first start with a token of its own: it lies on the disk of a running Windows for a
 * moment, and must not open the image or the password there. Made from the stage's own, so that it is the same for every
 * question and cannot be made from what we keep.
 */
export const windowsUpToken = (agentToken: string): string =>
  createHash('sha256').update(`windows-up:${agentToken}`).digest('base64url');

/** Compares without telling by its time how much was right. */
export function sameToken(one: string, other: string): boolean {
  const digest = (token: string) => createHash('sha256').update(token).digest();
  return timingSafeEqual(digest(one), digest(other));
}
