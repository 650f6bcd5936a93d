import { parseAddress } from '../../core/net/address-set.js';
import { masked, readBlockRange, wordsOf, type BlockRange } from './block-range.js';
import { blockEntry } from './edge-entries.js';
import type { WatchTarget } from './bucket-watch.js';

interface Block {
  /** Address or network as written in the entry. */
  ip: string;
  range: BlockRange;
  /** Infinity for a permanent block. */
  expiresAt: number;
}

/** Blocks of one prefix length: masked address → its blocks by key. */
type Level = Map<number | string, Map<string, Block>>;

/**
 * Blocked addresses in memory. Each prefix length in use has a separate table, so a lookup checks one table per
 * length (at most 33 for IPv4, 65 for IPv6), however many blocks there are.
 */
export class BlockedAddresses implements WatchTarget {
  private readonly blocks = new Map<string, Block>();
  private readonly levels = { ipv4: new Map<number, Level>(), ipv6: new Map<number, Level>() };

  constructor(private readonly now: () => number = () => Date.now()) {}

  has(ip: string): boolean {
    return this.expiryOf(ip) !== undefined;
  }

  /** @returns end of the longest block of this address, `null` for a permanent one, undefined if not blocked */
  expiryOf(ip: string): Date | null | undefined {
    if (this.blocks.size === 0) return undefined;
    const address = parseAddress(ip);
    if (!address) return undefined;
    const words = wordsOf(address);
    const now = this.now();
    let last = 0;
    for (const [bits, level] of this.levels[address.kind()]) {
      const found = level.get(nameOf(masked(words, bits)));
      if (found) for (const { expiresAt } of found.values()) last = Math.max(last, expiresAt);
    }
    if (last <= now) return undefined;
    return last === Infinity ? null : new Date(last);
  }

  /** Returns all blocks including expired ones. A permanent block ends at Infinity. */
  list(): { ip: string; expiresAt: number }[] {
    return [...this.blocks.values()].map(({ ip, expiresAt }) => ({ ip, expiresAt }));
  }

  replace(entries: ReadonlyMap<string, string>): void {
    this.blocks.clear();
    this.levels.ipv4.clear();
    this.levels.ipv6.clear();
    for (const [key, value] of entries) this.put(key, value);
  }

  put(key: string, value: string): void {
    this.remove(key);
    const block = readBlock(value);
    if (!block) return;
    const { family, bits, words } = block.range;
    this.blocks.set(key, block);
    const level = this.levels[family].get(bits) ?? new Map<number | string, Map<string, Block>>();
    this.levels[family].set(bits, level);
    const name = nameOf(words);
    level.set(name, (level.get(name) ?? new Map<string, Block>()).set(key, block));
  }

  remove(key: string): void {
    const block = this.blocks.get(key);
    if (!block) return;
    this.blocks.delete(key);
    const { family, bits, words } = block.range;
    const level = this.levels[family].get(bits);
    const name = nameOf(words);
    const alike = level?.get(name);
    alike?.delete(key);
    if (alike?.size === 0) level?.delete(name);
    if (level?.size === 0) this.levels[family].delete(bits);
  }
}

/**
 * Returns the map key of a masked address. Two words need a string because a number cannot represent 64 bits exactly.
 */
const nameOf = (words: readonly number[]): number | string =>
  words.length === 1 ? Number(words[0]) : words.join(':');

function readBlock(value: string): Block | undefined {
  const parsed = blockEntry.safeParse(parseJson(value));
  const range = parsed.success ? readBlockRange(parsed.data.ip) : undefined;
  if (!parsed.success || !range) return undefined;
  const { expiresAt } = parsed.data;
  return { ip: parsed.data.ip, range, expiresAt: expiresAt ? Date.parse(expiresAt) : Infinity };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
