import { RdpProtocolError } from '../protocol-error.js';

/** AV pair of the server's target information (MS-NLMP 2.2.2.1). */
export interface AvPair {
  id: number;
  value: Buffer;
}

export const AV = { end: 0, flags: 6, timestamp: 7, targetName: 9 } as const;

/** Flag: the message contains an integrity code. */
const HAS_MIC = 2;

/** @throws RdpProtocolError if the list is truncated */
export function readAvPairs(bytes: Buffer): AvPair[] {
  const pairs: AvPair[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const id = bytes.readUInt16LE(at);
    const end = at + 4 + bytes.readUInt16LE(at + 2);
    if (id === AV.end) return pairs;
    if (end > bytes.length) break;
    pairs.push({ id, value: bytes.subarray(at + 4, end) });
    at = end;
  }
  throw new RdpProtocolError('the NTLM target information is cut short');
}

export function writeAvPairs(pairs: readonly AvPair[]): Buffer {
  const parts = [...pairs, { id: AV.end, value: Buffer.alloc(0) }].map(({ id, value }) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(id, 0);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  });
  return Buffer.concat(parts);
}

/** Returns the server's pairs plus the MIC flag and the target name. */
export function answeredPairs(serverPairs: readonly AvPair[], targetName: string): AvPair[] {
  const flags = Buffer.alloc(4);
  flags.writeUInt32LE(HAS_MIC);
  return [
    ...serverPairs.filter(({ id }) => id !== AV.flags && id !== AV.targetName),
    { id: AV.flags, value: flags },
    { id: AV.targetName, value: Buffer.from(targetName, 'utf16le') },
  ];
}

/** Returns the server time in 100 ns since 1601, or our own time if the server sent none. */
export function timestampOf(pairs: readonly AvPair[], now: Date): Buffer {
  const timestampPair = pairs.find(({ id, value }) => id === AV.timestamp && value.length === 8);
  if (timestampPair) return timestampPair.value;
  const timestamp = Buffer.alloc(8);
  timestamp.writeBigUInt64LE(BigInt(now.getTime() + 11_644_473_600_000) * 10_000n);
  return timestamp;
}
