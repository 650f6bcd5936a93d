export interface Attribute {
  type: number;
  name: string;
  /** Bit 0 means compressed. */
  flags: number;
  /** Content if it is resident. */
  value: Buffer | null;
  /** Location of non-resident content. */
  runs: Run[];
  firstCluster: number;
  size: number;
}

/** Run of `length` clusters starting at `cluster`, which is `null` for a sparse run. */
interface Run {
  cluster: number | null;
  length: number;
}

export const ATTRIBUTE = {
  list: 0x20,
  security: 0x50,
  volumeInformation: 0x70,
  data: 0x80,
  indexRoot: 0x90,
  indexAllocation: 0xa0,
} as const;

const END = 0xffffffff;
const SECTOR = 512;

/** Removes the sector fixups of a record. Returns `null` if it was written partially or is invalid. */
export function withoutFixups(record: Buffer, magic: string): Buffer | null {
  if (record.toString('latin1', 0, 4) !== magic) return null;
  const at = record.readUInt16LE(4);
  const count = record.readUInt16LE(6);
  if (at + count * 2 > record.length || (count - 1) * SECTOR > record.length) return null;
  const fixed = Buffer.from(record);
  for (let sector = 1; sector < count; sector++) {
    const end = sector * SECTOR - 2;
    if (record.readUInt16LE(end) !== record.readUInt16LE(at)) return null;
    record.copy(fixed, end, at + sector * 2, at + sector * 2 + 2);
  }
  return fixed;
}

/** Restores the fixups of a modified record. */
export function withFixups(record: Buffer): Buffer {
  const protectedRecord = Buffer.from(record);
  const at = record.readUInt16LE(4);
  for (let sector = 1; sector < record.readUInt16LE(6); sector++) {
    const end = sector * SECTOR - 2;
    record.copy(protectedRecord, at + sector * 2, end, end + 2);
    record.copy(protectedRecord, end, at, at + 2);
  }
  return protectedRecord;
}

export function attributesOf(record: Buffer): Attribute[] {
  const attributes: Attribute[] = [];
  let at = record.readUInt16LE(0x14);
  while (at + 16 <= record.length && record.readUInt32LE(at) !== END) {
    const length = record.readUInt32LE(at + 4);
    if (length < 16 || at + length > record.length) break;
    attributes.push(attributeOf(record.subarray(at, at + length)));
    at += length;
  }
  return attributes;
}

function attributeOf(bytes: Buffer): Attribute {
  const nameAt = bytes.readUInt16LE(10);
  const common = {
    type: bytes.readUInt32LE(0),
    name: bytes.toString('utf16le', nameAt, nameAt + bytes.readUInt8(9) * 2),
    flags: bytes.readUInt16LE(12),
  };
  if (bytes[8] === 0) {
    const at = bytes.readUInt16LE(20);
    const value = bytes.subarray(at, at + bytes.readUInt32LE(16));
    return { ...common, value, runs: [], firstCluster: 0, size: value.length };
  }
  return {
    ...common,
    value: null,
    runs: runsOf(bytes.subarray(bytes.readUInt16LE(32))),
    firstCluster: Number(bytes.readBigUInt64LE(16)),
    size: Number(bytes.readBigUInt64LE(48)),
  };
}

function runsOf(bytes: Buffer): Run[] {
  const runs: Run[] = [];
  let cluster = 0;
  let at = 0;
  for (let head = bytes[at]; head; head = bytes[at]) {
    const lengthBytes = head & 15;
    const offsetBytes = head >> 4;
    const end = at + 1 + lengthBytes + offsetBytes;
    if (lengthBytes === 0 || lengthBytes > 6 || offsetBytes > 6 || end > bytes.length) break;
    const length = bytes.readUIntLE(at + 1, lengthBytes);
    if (offsetBytes > 0) cluster += bytes.readIntLE(at + 1 + lengthBytes, offsetBytes);
    runs.push({ cluster: offsetBytes === 0 ? null : cluster, length });
    at = end;
  }
  return runs;
}
