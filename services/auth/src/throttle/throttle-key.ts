import { createHash } from 'node:crypto';
import type { Limit } from './limits.js';

/** Hashed: a key may hold what a user typed as their name, and that may have been a password. */
export function throttleKey(limit: Limit, who: string): string {
  const hash = createHash('sha256').update(who).digest('base64url').slice(0, 32);
  return `${limit.name}:${hash}`;
}
