import { hash } from 'node:crypto';

interface Verified<T> {
  value: T;
  /** Seconds since 1970. */
  expiresAt: number;
}

/**
 * Tokens that have been checked, and what they stand for, until they expire. Verifying one costs as much as the rest of a short call,
 * and a browser sends the same one for a quarter of an hour. Whether its session has ended is not remembered here: the
 * caller looks that up each time. Hashes are kept, never tokens; above the capacity the oldest goes.
 */
export class VerifiedTokens<T extends object> {
  private readonly verified = new Map<string, Verified<T>>();

  constructor(
    private readonly capacity = 10_000,
    private readonly now: () => number = () => Date.now(),
  ) {}

  find(token: string): T | undefined {
    const key = keyOf(token);
    const found = this.verified.get(key);
    if (!found) return undefined;
    if (this.now() < found.expiresAt * 1000) return found.value;
    this.verified.delete(key);
    return undefined;
  }

  add(token: string, value: T, expiresAt: number): void {
    const key = keyOf(token);
    this.verified.delete(key);
    if (this.verified.size >= this.capacity) this.verified.delete(firstOf(this.verified));
    this.verified.set(key, { value: Object.freeze(value), expiresAt });
  }
}

const keyOf = (token: string): string => hash('sha256', token, 'base64');
const firstOf = (map: ReadonlyMap<string, unknown>): string => map.keys().next().value ?? '';
