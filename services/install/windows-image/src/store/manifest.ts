import { z } from 'zod';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.number().int().nonnegative();

const firmware = z.enum(['bios', 'uefi']);

const dataChunk = z.object({
  /** Hash of the uncompressed chunk. */
  raw: sha256,
  /** Hash of the compressed chunk, used as its name in the store. */
  zstd: sha256,
  rawBytes: bytes,
  zstdBytes: bytes,
});
const zeroChunk = z.object({ zero: z.literal(true), rawBytes: bytes });

/** Image in the store. Chunks are consecutive; all except the last have `chunkSize`. */
const imageManifest = z.object({
  format: z.literal('casement-image/1'),
  rawSize: bytes,
  chunkSize: bytes,
  minDisk: bytes,
  minMemory: bytes,
  firmware,
  /** C: partition, where Windows is configured before its first start. Absent from an image of Linux. */
  windows: z
    .object({ partition: z.number().int().positive(), offset: bytes, size: bytes })
    .optional(),
  /** Only in an image of Linux: firmware by which it boots. Versions without Linux cannot read such an image. */
  linux: z.object({ firmware: z.array(firmware).min(1) }).optional(),
  /** Set for a Windows without NLA, for which a handshake is the proof instead of the customer's password. */
  rdpProof: z.literal('handshake').optional(),
  /**
   * Windows drivers in the image, named as in registry/image-drivers.ts. Absent (unknown) in images of older
   * versions. Not an enumeration, so that older versions can read newer images.
   */
  drivers: z.array(z.string()).optional(),
  /** Required processor features, named as in /proc/cpuinfo. Absent (unknown) in images of older versions. */
  processor: z.array(z.string()).optional(),
  /** virtio-win release of the disk drivers: 262 for 0.1.262. Absent if unknown. */
  virtioWin: z.number().int().positive().optional(),
  /** Processor sockets that this edition uses; absent if unknown or unlimited in practice. */
  maxSockets: z.number().int().positive().optional(),
  /** Display languages, the image's own first. Absent (unknown) in images of older versions. */
  languages: z.array(z.string()).optional(),
  chunks: z.array(z.union([dataChunk, zeroChunk])),
});

const validManifest = imageManifest.refine(
  ({ windows, linux }) => (windows === undefined) !== (linux === undefined),
  'An image has either windows or linux',
);

export type ImageManifest = z.infer<typeof imageManifest>;
export type Chunk = ImageManifest['chunks'][number];
export type DataChunk = z.infer<typeof dataChunk>;

export const isData = (chunk: Chunk): chunk is DataChunk => 'raw' in chunk;

/** Encodes the manifest as stored. Its sha256 is the image's name and the root of trust. */
export function encodeManifest(manifest: ImageManifest): { bytes: Buffer; sha256: string } {
  const encoded = Buffer.from(JSON.stringify(manifest));
  return { bytes: encoded, sha256: sha256Hex(encoded) };
}

/** Returns `null` if the bytes do not match the name. Encoding the result gives the same bytes. */
export function decodeManifest(encoded: Buffer, sha256: string): ImageManifest | null {
  if (sha256Hex(encoded) !== sha256) return null;
  const manifest = JSON.parse(encoded.toString('utf8')) as ImageManifest;
  // Only validates, because the parsed copy has another order and lacks the fields of newer versions.
  validManifest.parse(manifest);
  return manifest;
}

/** Returns the bytes to write and to download; zeros count in neither. */
export function imageTotals(manifest: ImageManifest): { dataBytes: number; fetchBytes: number } {
  const data = manifest.chunks.filter(isData);
  return {
    dataBytes: data.reduce((sum, chunk) => sum + chunk.rawBytes, 0),
    fetchBytes: data.reduce((sum, chunk) => sum + chunk.zstdBytes, 0),
  };
}
