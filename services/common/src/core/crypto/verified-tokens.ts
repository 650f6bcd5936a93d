import { hash } from 'node:crypto';

interface Verified<T> {
  value: T;
  /** Seconds since 1970. */
  expiresAt: number;
}

/**
 * Cache of verified tokens until they expire. Verifying a token costs as much as the rest of a short call, and a
 * browser sends the same token for a quarter of an hour. Revocation is not cached; the caller checks it each time.
 * Stores hashes, never tokens. Evicts the oldest entry above the capacity.
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
