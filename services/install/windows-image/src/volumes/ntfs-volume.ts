import type { DiskReader } from './disk-reader.js';
import { ATTRIBUTE, attributesOf, withoutFixups, type Attribute } from './ntfs-record.js';

export class NtfsUnreadable extends Error {}

export interface Entry {
  name: string;
  record: number;
  isFolder: boolean;
  size: number;
}

const MFT = 0;
const LOG_FILE = 2;
const VOLUME = 3;
const ROOT = 5;
const BITMAP = 6;
const MIRRORED_RECORDS = 4;
/** Lower 48 bits of a reference: the record number. */
const RECORD_BITS = 0xffffffffffffn;
const MAX_READ = 2 ** 20;
/** Read size for longer files, so that no second copy is in memory. */
const PIECE = 4 * 2 ** 20;
/** Maximum records per file. The most fragmented MFT has some hundreds. */
const MAX_RECORDS = 4096;
/**
 * Maximum blocks per folder, about a hundred thousand files. Larger folders do not occur in Windows and would take
 * hours.
 */
const MAX_BLOCKS = 10_000;
const MAX_BLOCK_SIZE = 65_536;
/** Size of the bitmap of a 2 TiB volume. */
const MAX_BITMAP = 64 * 2 ** 20;

/** Read-only NTFS parser, limited to folders and small files as needed for an image check. */
export class NtfsVolume {
  private mft: Attribute[] = [];

  private constructor(
    private readonly disk: DiskReader,
    private readonly start: number,
    readonly clusterSize: number,
    private readonly recordSize: number,
    private readonly mftCluster: number,
    private readonly mirrorCluster: number,
  ) {}

  /** @param start offset of the volume on the disk @throws NtfsUnreadable */
  static async open(disk: DiskReader, start: number): Promise<NtfsVolume> {
    const boot = await disk.read(start, 512);
    if (boot.toString('latin1', 3, 11) !== 'NTFS    ') throw new NtfsUnreadable('no NTFS');
    const sector = boot.readUInt16LE(11);
    const clusterCode = boot.readUInt8(13);
    const perCluster = clusterCode > 128 ? 2 ** (256 - clusterCode) : clusterCode;
    const clusterSize = sector * perCluster;
    const recordSize = sizeOf(boot.readInt8(0x40), clusterSize);
    if (![512, 1024, 2048, 4096].includes(sector) || clusterSize === 0 || recordSize > 65536) {
      throw new NtfsUnreadable('a boot sector that makes no sense');
    }
    const mft = Number(boot.readBigUInt64LE(0x30));
    const mirror = Number(boot.readBigUInt64LE(0x38));
    const volume = new NtfsVolume(disk, start, clusterSize, recordSize, mft, mirror);
    await volume.readMft();
    return volume;
  }

  /** Whether the first MFT records match their mirror. */
  async isConsistent(): Promise<boolean> {
    const length = this.recordSize * MIRRORED_RECORDS;
    const read = (cluster: number) =>
      this.disk.read(this.start + cluster * this.clusterSize, length);
    const [records, copies] = await Promise.all([read(this.mftCluster), read(this.mirrorCluster)]);
    return records.equals(copies);
  }

  /** Whether Windows requested a check or did not finish its writes. */
  async isDirty(): Promise<boolean> {
    const information = (await this.attributes(VOLUME)).find(
      ({ type }) => type === ATTRIBUTE.volumeInformation,
    )?.value;
    if (!information || (information.readUInt16LE(10) & 1) !== 0) return true;
    return !(await this.isLogClean());
  }

  /** Whether Windows is hibernated in this volume, in which case writes would be lost or damage it. */
  async isHibernated(): Promise<boolean> {
    const head = await this.readFile('hiberfil.sys', 4096);
    const magic = head?.toString('latin1', 0, 4).toLowerCase();
    return head !== null && head.length === 4096 && magic === 'hibr';
  }

  /** Finds a folder or file, ignoring case like Windows. Returns `null` if it does not exist. */
  async find(path: string): Promise<Entry | null> {
    let found: Entry = { name: '', record: ROOT, isFolder: true, size: 0 };
    for (const name of path.split('/').filter(Boolean)) {
      if (!found.isFolder) return null;
      const wanted = name.toUpperCase();
      const next = (await this.entries(found.record)).find(
        (entry) => entry.name.toUpperCase() === wanted,
      );
      if (!next) return null;
      found = next;
    }
    return found;
  }

  /** Returns the entries of a folder; empty if it does not exist. */
  async list(path: string): Promise<Entry[]> {
    const folder = await this.find(path);
    return folder?.isFolder ? this.entries(folder.record) : [];
  }

  /** Reads the start of a file. Returns `null` if the file does not exist or is compressed. */
  async readFile(path: string, max = MAX_READ): Promise<Buffer | null> {
    const entry = await this.find(path);
    if (!entry || entry.isFolder) return null;
    const data = (await this.attributes(entry.record)).filter(
      ({ type, name }) => type === ATTRIBUTE.data && name === '',
    );
    const [first] = data;
    if (!first || data.some(({ flags }) => (flags & 1) !== 0)) return null;
    return this.content(data, 0, Math.min(max, first.size));
  }

  /** Returns the location of the file's record on the disk. @throws NtfsUnreadable */
  recordOffset({ record }: Entry): { offset: number; size: number } {
    const wanted = record * this.recordSize;
    let at = 0;
    for (const { cluster, length } of this.mft.flatMap(({ runs }) => runs)) {
      const inside = wanted - at;
      at += length * this.clusterSize;
      if (wanted >= at || cluster === null) continue;
      const offset = this.start + cluster * this.clusterSize + inside;
      return { offset, size: this.recordSize };
    }
    throw new NtfsUnreadable(`file record ${record} is not in the table of files`);
  }

  /** Returns one bit per cluster, set if the cluster is in use. */
  async bitmap(): Promise<Buffer> {
    const data = (await this.attributes(BITMAP)).filter(isData);
    const size = data[0]?.size ?? 0;
    if (size > MAX_BITMAP) throw new NtfsUnreadable('its bitmap makes no sense');
    return this.content(data, 0, size);
  }

  private async readMft(): Promise<void> {
    const bytes = await this.disk.read(
      this.start + this.mftCluster * this.clusterSize,
      this.recordSize,
    );
    const record = withoutFixups(bytes, 'FILE');
    if (!record) throw new NtfsUnreadable('its table of files cannot be read');
    this.mft = attributesOf(record).filter(isData);
    // A fragmented MFT continues in other records, which its first runs contain.
    this.mft = (await this.attributes(MFT)).filter(isData);
  }

  private async attributes(number: number): Promise<Attribute[]> {
    const own = attributesOf(await this.record(number));
    const list = own.find(({ type }) => type === ATTRIBUTE.list);
    if (!list) return own;
    const entries = list.value ?? (await this.content([list], 0, Math.min(list.size, MAX_READ)));
    const others = new Set<number>();
    for (let at = 0; at + 26 <= entries.length;) {
      const length = entries.readUInt16LE(at + 4);
      if (length < 26) break;
      others.add(Number(entries.readBigUInt64LE(at + 16) & RECORD_BITS));
      at += length;
    }
    others.delete(number);
    if (others.size > MAX_RECORDS) throw new NtfsUnreadable('a file has too many records');
    const all = [...own];
    for (const other of others) all.push(...attributesOf(await this.record(other)));
    return all.sort((a, b) => a.firstCluster - b.firstCluster);
  }

  private async record(number: number): Promise<Buffer> {
    const bytes = await this.content(this.mft, number * this.recordSize, this.recordSize);
    const record = withoutFixups(bytes, 'FILE');
    if (!record) throw new NtfsUnreadable(`file record ${number} cannot be read`);
    return record;
  }

  /** Returns a part of an attribute's content. The pieces must be in order. */
  private async content(pieces: Attribute[], offset: number, length: number): Promise<Buffer> {
    const [first] = pieces;
    if (first?.value) return first.value.subarray(offset, offset + length);
    const result = Buffer.alloc(length);
    let at = 0;
    for (const { cluster, length: clusters } of pieces.flatMap(({ runs }) => runs)) {
      const size = clusters * this.clusterSize;
      const from = Math.max(offset, at);
      const to = Math.min(offset + length, at + size);
      for (let next = from; next < to && cluster !== null; next += PIECE) {
        const diskOffset = this.start + cluster * this.clusterSize + (next - at);
        const piece = await this.disk.read(diskOffset, Math.min(PIECE, to - next));
        piece.copy(result, next - offset);
      }
      at += size;
      if (at >= offset + length) break;
    }
    return result;
  }

  private async entries(folder: number): Promise<Entry[]> {
    const attributes = await this.attributes(folder);
    const ofFolder = (wanted: number) => (attribute: Attribute) =>
      attribute.type === wanted && attribute.name === '$I30';
    const root = attributes.find(ofFolder(ATTRIBUTE.indexRoot))?.value;
    if (!root) return [];
    const blocks = attributes.filter(ofFolder(ATTRIBUTE.indexAllocation));
    const blockSize = root.readUInt32LE(8);
    if (blockSize > MAX_BLOCK_SIZE) throw new NtfsUnreadable('a folder makes no sense');
    const unit = blockSize >= this.clusterSize ? this.clusterSize : 512;
    const found: Entry[] = [];
    const waiting: number[] = [];
    const seen = new Set<number>();
    collect(root.subarray(16), found, waiting);
    while (waiting.length > 0 && seen.size < MAX_BLOCKS) {
      const block = waiting.pop()!;
      if (seen.has(block)) continue;
      seen.add(block);
      const bytes = withoutFixups(await this.content(blocks, block * unit, blockSize), 'INDX');
      if (!bytes) throw new NtfsUnreadable('a folder cannot be read');
      collect(bytes.subarray(0x18), found, waiting);
    }
    return found;
  }

  /** Applies the same rule as ntfs-3g: no client was writing, or the volume was unmounted. */
  private async isLogClean(): Promise<boolean> {
    const data = (await this.attributes(LOG_FILE)).filter(isData);
    const pages = await this.content(data, 0, 8192);
    if (pages.every((byte) => byte === 0xff)) return true;
    const states = [pages.subarray(0, 4096), pages.subarray(4096)].flatMap(restartState);
    const latest = states.sort((a, b) => Number(b.lsn - a.lsn))[0];
    return latest?.clean ?? false;
  }
}

const isData = ({ type, name }: Attribute): boolean => type === ATTRIBUTE.data && name === '';

const NO_CLIENT = 0xffff;
const CLOSED = 2;

function restartState(page: Buffer): { lsn: bigint; clean: boolean }[] {
  const fixed = withoutFixups(page, 'RSTR');
  if (!fixed) return [];
  const at = fixed.readUInt16LE(0x18);
  if (at + 16 > fixed.length) return [];
  const clean =
    fixed.readUInt16LE(at + 12) === NO_CLIENT || (fixed.readUInt16LE(at + 14) & CLOSED) !== 0;
  return [{ lsn: fixed.readBigUInt64LE(at), clean }];
}

const HAS_BELOW = 1;
const LAST = 2;
const SHORT_NAME = 2;
const FOLDER = 0x10000000;

function collect(node: Buffer, found: Entry[], below: number[]): void {
  let at = node.readUInt32LE(0);
  const end = Math.min(node.length, node.readUInt32LE(4));
  while (at + 16 <= end) {
    const length = node.readUInt16LE(at + 8);
    const flags = node.readUInt32LE(at + 12);
    if (length < 16 || at + length > node.length) return;
    if (flags & HAS_BELOW) below.push(Number(node.readBigUInt64LE(at + length - 8)));
    if (flags & LAST) return;
    const name = node.subarray(at + 16, at + length);
    // Skips the additional 8.3 name (WINDOW~1).
    if (name[65] !== SHORT_NAME) {
      found.push({
        name: name.toString('utf16le', 66, 66 + name.readUInt8(64) * 2),
        record: Number(node.readBigUInt64LE(at) & RECORD_BITS),
        isFolder: (name.readUInt32LE(56) & FOLDER) !== 0,
        size: Number(name.readBigUInt64LE(48)),
      });
    }
    at += length;
  }
}

/** Converts a size that is given in clusters or, if negative, as a power of two. */
const sizeOf = (value: number, clusterSize: number): number =>
  value < 0 ? 2 ** -value : value * clusterSize;
