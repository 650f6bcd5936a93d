import { ImageRefused } from '../image-failures.js';
import { vhdKind } from './vhd.js';

export type Compression = 'gzip' | 'xz' | 'zstd';
/** Raw includes fixed-size VHDs; the other formats are converted. */
export type DiskFormat = 'raw' | 'qcow2' | 'vhd';

/** Number of leading bytes that compressionOf and diskFormatOf need. */
export const HEAD_BYTES = 36 * 1024;

const MAGIC: Record<Compression, string> = {
  gzip: '1f8b',
  xz: 'fd377a585a00',
  zstd: '28b52ffd',
};

/**
 * Detects compression by content because a file name proves nothing. Returns `null` if the data is not compressed.
 */
export function compressionOf(head: Buffer): Compression | null {
  const kinds = Object.keys(MAGIC) as Compression[];
  return kinds.find((kind) => startsWith(head, Buffer.from(MAGIC[kind], 'hex'))) ?? null;
}

/** Unsupported files that are often uploaded, detected for a specific message. */
const UNSUPPORTED: [name: string, at: number, magic: string | Buffer][] = [
  ['a VMware disk (VMDK)', 0, 'KDMV'],
  ['a VMware disk description (VMDK)', 0, '# Disk DescriptorFile'],
  ['a VHDX', 0, 'vhdxfile'],
  ['a VirtualBox disk (VDI)', 64, Buffer.from('7f10dabe', 'hex')],
  ['an ISO, from which Windows is installed by hand,', 0x8001, 'CD001'],
  ['a WIM or ESD archive', 0, 'MSWIM'],
  ['a ZIP archive', 0, 'PK\u0003\u0004'],
  ['a 7-Zip archive', 0, Buffer.from('377abcaf271c', 'hex')],
  ['a RAR archive', 0, 'Rar!'],
  ['a bzip2 file', 0, 'BZh'],
  ['an LZ4 file', 0, Buffer.from('04224d18', 'hex')],
  ['a tar archive', 257, 'ustar'],
  ['a web page', 0, '<!DOCTYPE'],
  ['a web page', 0, '<html'],
];

/**
 * Detects the format by content, after decompression.
 * @throws ImageRefused for an unsupported format, or a format that refers to other files
 */
export function diskFormatOf(head: Buffer): DiskFormat {
  if (compressionOf(head)) throw unsupported('compressed twice');
  if (startsWith(head, Buffer.from('514649fb', 'hex'))) return checkQcow2(head);
  const vhd = vhdKind(head.subarray(0, 512));
  if (vhd?.kind === 'differencing') throw new ImageRefused('VHD_DIFFERENCING');
  if (vhd) return 'vhd';
  const other = UNSUPPORTED.find(([, at, magic]) =>
    startsWith(head.subarray(at), typeof magic === 'string' ? Buffer.from(magic, 'latin1') : magic),
  );
  if (other) throw unsupported(other[0]);
  return 'raw';
}

const DIRTY = 1n;
const CORRUPT = 2n;
/** Flag of zstd-compressed clusters, an extension that qemu-img supports since 5.1. */
const COMPRESSION_TYPE = 8n;
const KNOWN_FEATURES = DIRTY | CORRUPT | COMPRESSION_TYPE;

/** Rejects references outside the file because a backing file or external data file could be any local file. */
function checkQcow2(head: Buffer): 'qcow2' {
  if (head.length < 104) throw new ImageRefused('QCOW2_UNKNOWN');
  const version = head.readUInt32BE(4);
  if (version !== 2 && version !== 3) throw new ImageRefused('QCOW2_UNKNOWN');
  if (head.readBigUInt64BE(8) !== 0n) throw new ImageRefused('QCOW2_BACKING');
  if (head.readUInt32BE(32) !== 0) throw new ImageRefused('QCOW2_ENCRYPTED');
  const features = version === 3 ? head.readBigUInt64BE(72) : 0n;
  if ((features & ~KNOWN_FEATURES) !== 0n) throw new ImageRefused('QCOW2_UNKNOWN');
  return 'qcow2';
}

const unsupported = (format: string) => new ImageRefused('FORMAT_UNSUPPORTED', { format });

const startsWith = (head: Buffer, magic: Buffer): boolean =>
  head.subarray(0, magic.length).equals(magic);
