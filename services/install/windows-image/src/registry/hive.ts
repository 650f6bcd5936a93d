export class HiveUnreadable extends Error {}

/** Larger hives are rejected. The SYSTEM hive of a fresh Windows has 10 to 25 MiB. */
export const MAX_HIVE_BYTES = 128 * 2 ** 20;

const BASE_BLOCK = 4096;
const NO_CELL = 0xffffffff;
/** Limits per key and value, far above Windows' usage and low enough to bound the time. */
const MAX_CHILDREN = 100_000;
const MAX_VALUE_BYTES = 2 ** 20;
/** Windows' limits in bytes of UTF-16. */
const MAX_KEY_NAME = 2 * 255;
const MAX_VALUE_NAME = 2 * 16_383;
/**
 * Limits of visited cells and copied bytes in total, so that a malicious hive costs at most two seconds. Windows
 * needs a tenth.
 */
const MAX_CELLS = 500_000;
const MAX_COPIED = 64 * 2 ** 20;
/** Longer values are split into segments of this size. */
const SEGMENT = 16_344;
const LATIN1_NAME = 0x20;
const LATIN1_VALUE_NAME = 1;
const INLINE = 0x80000000;

interface HiveValue {
  name: string;
  /** Registry value type: 1 text, 2 expandable text, 3 bytes, 4 number, 7 list of texts. */
  type: number;
  data: Buffer;
}

/**
 * Read-only parser of registry hives, regf 1.3 to 1.6, based on the REGF specification of the libregf project. Every
 * offset is checked before use. Transaction logs are not read (see `isClean`).
 */
export class Hive {
  private cellsLeft = MAX_CELLS;
  private bytesLeft = MAX_COPIED;
  private readonly rootKey: HiveKey;

  private constructor(
    private readonly bytes: Buffer,
    root: number,
  ) {
    this.rootKey = new HiveKey(this, root);
  }

  /** @throws HiveUnreadable */
  static open(bytes: Buffer): Hive {
    if (bytes.length < BASE_BLOCK + 32 || bytes.toString('latin1', 0, 4) !== 'regf') {
      throw new HiveUnreadable('it is not a registry hive');
    }
    if (bytes.length > MAX_HIVE_BYTES) throw new HiveUnreadable('it is too large for a hive');
    if (bytes.readUInt32LE(508) !== checksum(bytes)) {
      throw new HiveUnreadable('its header is damaged');
    }
    return new Hive(bytes, bytes.readUInt32LE(36));
  }

  /** False if the last changes are still in the transaction logs, as after a power cut. */
  get isClean(): boolean {
    return this.bytes.readUInt32LE(4) === this.bytes.readUInt32LE(8);
  }

  /**
   * @param path path such as `ControlSet001\Services`; '' is the root @returns `null` if the key does not exist
   * @throws HiveUnreadable
   */
  key(path: string): HiveKey | null {
    let key: HiveKey | null = this.rootKey;
    for (const name of path.split('\\').filter(Boolean)) key = key?.child(name) ?? null;
    return key;
  }

  /** Returns the content of a cell of at least `least` bytes. */
  cell(offset: number, least: number): Buffer {
    if (--this.cellsLeft < 0) throw new HiveUnreadable('it contains a loop');
    const at = BASE_BLOCK + offset;
    if (offset === NO_CELL || at + 4 > this.bytes.length)
      throw new HiveUnreadable('it is truncated');
    const length = -this.bytes.readInt32LE(at);
    if (length < 4 + least || at + length > this.bytes.length) {
      throw new HiveUnreadable('it is damaged');
    }
    return this.bytes.subarray(at + 4, at + length);
  }

  /** Counts bytes against the limit before they are copied. */
  copying(bytes: number): void {
    this.bytesLeft -= bytes;
    if (this.bytesLeft < 0) throw new HiveUnreadable('it contains a loop');
  }
}

/** Computes the checksum of the base block, avoiding the two reserved values. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < 508; at += 4) sum ^= bytes.readUInt32LE(at);
  sum >>>= 0;
  return sum === 0xffffffff ? 0xfffffffe : sum === 0 ? 1 : sum;
}

class HiveKey {
  private readonly node: Buffer;
  private keys?: HiveKey[];
  readonly name: string;

  constructor(
    private readonly hive: Hive,
    offset: number,
  ) {
    this.node = this.signed(offset, 'nk', 76);
    const flags = this.node.readUInt16LE(2);
    const length = this.node.readUInt16LE(72);
    if (length > MAX_KEY_NAME) throw new HiveUnreadable('it is damaged');
    this.name = this.nameIn(this.node, 76, length, (flags & LATIN1_NAME) !== 0);
  }

  /** Finds a child key by name, ignoring case like Windows. */
  child(name: string): HiveKey | null {
    const wanted = name.toUpperCase();
    return this.children().find((key) => key.name.toUpperCase() === wanted) ?? null;
  }

  children(): HiveKey[] {
    return (this.keys ??= this.readChildren());
  }

  private readChildren(): HiveKey[] {
    const count = this.node.readUInt32LE(20);
    if (count === 0) return [];
    if (count > MAX_CHILDREN) throw new HiveUnreadable('a key has too many keys');
    return this.offsetsIn(this.node.readUInt32LE(28), true).map(
      (offset) => new HiveKey(this.hive, offset),
    );
  }

  get valueCount(): number {
    return this.node.readUInt32LE(36);
  }

  values(): HiveValue[] {
    return [...this.namedCells()].map(({ name, cell }) => this.valueIn(cell, name));
  }

  /** @param name '' is the key's unnamed value */
  value(name: string): HiveValue | null {
    const wanted = name.toUpperCase();
    for (const { name: found, cell } of this.namedCells()) {
      if (found.toUpperCase() === wanted) return this.valueIn(cell, found);
    }
    return null;
  }

  /** Returns a text or the first text of a list; `null` if the value is missing. */
  text(name: string): string | null {
    const value = this.value(name);
    return value && [1, 2, 7].includes(value.type) ? (decodeText(value.data) ?? null) : null;
  }

  texts(name: string): string[] {
    const value = this.value(name);
    return value?.type === 7 ? multiText(value.data) : [];
  }

  /** Returns a DWORD; `null` if the value is missing. */
  number(name: string): number | null {
    const value = this.value(name);
    return value?.type === 4 && value.data.length === 4 ? value.data.readUInt32LE(0) : null;
  }

  private offsetsIn(offset: number, mayNest: boolean): number[] {
    const list = this.hive.cell(offset, 4);
    const kind = list.toString('latin1', 0, 2);
    const count = list.readUInt16LE(2);
    // lf and lh store a hash with each offset.
    const width = { lf: 8, lh: 8, li: 4, ri: 4 }[kind];
    if (!width || 4 + count * width > list.length || (kind === 'ri' && !mayNest)) {
      throw new HiveUnreadable('a list of keys is damaged');
    }
    const offsets = Array.from({ length: count }, (_, index) =>
      list.readUInt32LE(4 + index * width),
    );
    if (kind !== 'ri') return offsets;
    const all: number[] = [];
    for (const inner of offsets) {
      all.push(...this.offsetsIn(inner, false));
      if (all.length > MAX_CHILDREN) throw new HiveUnreadable('a key has too many keys');
    }
    return all;
  }

  private *namedCells(): Generator<{ name: string; cell: Buffer }> {
    const count = this.valueCount;
    if (count === 0) return;
    if (count > MAX_CHILDREN) throw new HiveUnreadable('a key has too many values');
    const list = this.hive.cell(this.node.readUInt32LE(40), count * 4);
    for (let index = 0; index < count; index++) {
      const cell = this.signed(list.readUInt32LE(index * 4), 'vk', 20);
      const isLatin1 = (cell.readUInt16LE(16) & LATIN1_VALUE_NAME) !== 0;
      const length = cell.readUInt16LE(2);
      if (length > MAX_VALUE_NAME) throw new HiveUnreadable('it is damaged');
      yield { name: this.nameIn(cell, 20, length, isLatin1), cell };
    }
  }

  private valueIn(cell: Buffer, name: string): HiveValue {
    const size = cell.readUInt32LE(4);
    const length = size & ~INLINE;
    if (length > MAX_VALUE_BYTES || ((size & INLINE) !== 0 && length > 4)) {
      throw new HiveUnreadable('a value is damaged');
    }
    const data = size & INLINE ? cell.subarray(8, 8 + length) : this.dataAt(cell, length);
    return { name, type: cell.readUInt32LE(12), data };
  }

  private dataAt(cell: Buffer, length: number): Buffer {
    if (length === 0) return Buffer.alloc(0);
    const data = this.hive.cell(cell.readUInt32LE(8), 4);
    if (length <= SEGMENT || data.toString('latin1', 0, 2) !== 'db') {
      if (data.length < length) throw new HiveUnreadable('a value is truncated');
      return data.subarray(0, length);
    }
    // Bounded by the value's length, whatever the header states.
    const count = Math.ceil(length / SEGMENT);
    if (data.readUInt16LE(2) < count) throw new HiveUnreadable('a value is truncated');
    const list = this.hive.cell(data.readUInt32LE(4), count * 4);
    this.hive.copying(length);
    const segments = Array.from({ length: count }, (_, index) =>
      this.hive.cell(list.readUInt32LE(index * 4), 4).subarray(0, SEGMENT),
    );
    const content = Buffer.concat(segments);
    if (content.length < length) throw new HiveUnreadable('a value is truncated');
    return content.subarray(0, length);
  }

  private signed(offset: number, signature: string, least: number): Buffer {
    const cell = this.hive.cell(offset, least);
    if (cell.toString('latin1', 0, 2) !== signature) throw new HiveUnreadable('it is damaged');
    return cell;
  }

  private nameIn(cell: Buffer, at: number, length: number, isLatin1: boolean): string {
    if (at + length > cell.length) throw new HiveUnreadable('a name is truncated');
    this.hive.copying(length);
    return cell.toString(isLatin1 ? 'latin1' : 'utf16le', at, at + length);
  }
}

/** Decodes REG_MULTI_SZ up to the first empty text, like Windows. */
const multiText = (data: Buffer): string[] => {
  const texts = data.toString('utf16le').split('\0');
  const end = texts.indexOf('');
  return end < 0 ? texts : texts.slice(0, end);
};

/** Decodes REG_SZ up to its terminator, which some programs omit. */
const decodeText = (data: Buffer): string | undefined => data.toString('utf16le').split('\0')[0];
