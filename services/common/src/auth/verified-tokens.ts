import { hash } from 'node:crypto';
import type { Actor } from './actor.js';

interface Verified {
  actor: Actor;
  /** `exp`, seconds since 1970. */
  expiresAt: number;
}

/**
 * Tokens whose signature has been checked, until they expire. Verifying one costs as much as the rest of a short call,
 * and a browser sends the same one for a quarter of an hour. Whether its session has ended is not remembered here: the
 * caller looks that up each time. Hashes are kept, never tokens; above the capacity the oldest goes.
 */
export class VerifiedTokens {
  private readonly verified = new Map<string, Verified>();

  constructor(
    private readonly capacity = 10_000,
    private readonly now: () => number = () => Date.now(),
  ) {}

  find(token: string): Actor | undefined {
    const key = keyOf(token);
    const found = this.verified.get(key);
    if (!found) return undefined;
    if (this.now() < found.expiresAt * 1000) return found.actor;
    this.verified.delete(key);
    return undefined;
  }

  add(token: string, { actor, expiresAt }: Verified): void {
    const key = keyOf(token);
    this.verified.delete(key);
    if (this.verified.size >= this.capacity) this.verified.delete(firstOf(this.verified));
    this.verified.set(key, { actor: Object.freeze(actor), expiresAt });
  }
}

const keyOf = (token: string): string => hash('sha256', token, 'base64');
const firstOf = (map: ReadonlyMap<string, unknown>): string => map.keys().next().value ?? '';
