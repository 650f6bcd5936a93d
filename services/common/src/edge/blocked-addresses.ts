import { inRange, parseAddress, parseRange } from '../net/address-set.js';
import { blockEntry } from './edge-entries.js';
import type { WatchTarget } from './bucket-watch.js';

interface Block {
  range: NonNullable<ReturnType<typeof parseRange>>;
  expiresAt: number;
}

const SINGLE_BITS = { ipv4: 32, ipv6: 128 } as const;
/** A home or a machine owns a whole /64; blocking one address of it blocks nobody. */
const IPV6_BITS = 64;

/** The blocked addresses, in memory: single ones by look-up, networks by a walk over the few there are. */
export class BlockedAddresses implements WatchTarget {
  private readonly blocks = new Map<string, Block>();
  private readonly singles = new Map<string, Map<string, Block>>();
  private readonly networks = new Map<string, Block>();

  constructor(private readonly now: () => number = Date.now) {}

  has(ip: string): boolean {
    const address = parseAddress(ip);
    if (!address) return false;
    const single = this.singles.get(address.toString());
    if (single && [...single.values()].some((block) => this.holds(block))) return true;
    for (const block of this.networks.values()) {
      if (this.holds(block) && inRange(address, block.range)) return true;
    }
    return false;
  }

  replace(entries: ReadonlyMap<string, string>): void {
    this.blocks.clear();
    this.singles.clear();
    this.networks.clear();
    for (const [key, value] of entries) this.put(key, value);
  }

  put(key: string, value: string): void {
    this.remove(key);
    const block = readBlock(value);
    if (!block) return;
    this.blocks.set(key, block);
    const name = singleName(block);
    if (name === undefined) this.networks.set(key, block);
    else
      this.singles.set(name, (this.singles.get(name) ?? new Map<string, Block>()).set(key, block));
  }

  remove(key: string): void {
    const block = this.blocks.get(key);
    if (!block) return;
    this.blocks.delete(key);
    this.networks.delete(key);
    const name = singleName(block);
    const single = name === undefined ? undefined : this.singles.get(name);
    single?.delete(key);
    if (name !== undefined && single?.size === 0) this.singles.delete(name);
  }

  private holds(block: Block): boolean {
    return block.expiresAt > this.now();
  }
}

function readBlock(value: string): Block | undefined {
  const parsed = blockEntry.safeParse(parseJson(value));
  const range = parsed.success ? parseRange(parsed.data.ip) : undefined;
  if (!parsed.success || !range) return undefined;
  const [address, bits] = range;
  const whole = address.kind() === 'ipv6' && bits === SINGLE_BITS.ipv6 ? IPV6_BITS : bits;
  const { expiresAt } = parsed.data;
  return { range: [address, whole], expiresAt: expiresAt ? Date.parse(expiresAt) : Infinity };
}

function singleName({ range: [address, bits] }: Block): string | undefined {
  return bits === SINGLE_BITS[address.kind()] ? address.toString() : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
