import type { Actor } from '../../core/context/actor.js';
import type { WatchTarget } from './bucket-watch.js';
import { revocationEntry, type RevocationEntry } from './edge-entries.js';

/** Ended sessions and users in memory. */
export class Revocations implements WatchTarget {
  private readonly entries = new Map<string, RevocationEntry>();

  has({ userId, sessionId, epoch }: Pick<Actor, 'userId' | 'sessionId' | 'epoch'>): boolean {
    if (this.entries.has(`session.${sessionId}`)) return true;
    const user = this.entries.get(`user.${userId}`);
    return user?.kind === 'user' && (user.minEpoch === null || epoch < user.minEpoch);
  }

  replace(entries: ReadonlyMap<string, string>): void {
    this.entries.clear();
    for (const [key, value] of entries) this.put(key, value);
  }

  put(key: string, value: string): void {
    const entry = read(value);
    if (entry) this.entries.set(key, entry);
  }

  remove(key: string): void {
    this.entries.delete(key);
  }
}

function read(value: string): RevocationEntry | undefined {
  try {
    return revocationEntry.parse(JSON.parse(value));
  } catch {
    return undefined;
  }
}
