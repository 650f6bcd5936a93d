import { z } from 'zod';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.number().int().nonnegative();

const dataChunk = z.object({
  /** Of the chunk as it lies on the disk. */
  raw: sha256,
  /** Of its compressed form, which is also its name in the store. */
  zstd: sha256,
  rawBytes: bytes,
  zstdBytes: bytes,
});
const zeroChunk = z.object({ zero: z.literal(true), rawBytes: bytes });

/** An image in the store. Chunks lie on the disk one after the other, all but the last of `chunkSize`. */
const imageManifest = z.object({
  format: z.literal('casement-image/1'),
  rawSize: bytes,
  chunkSize: bytes,
  minDisk: bytes,
  minMemory: bytes,
  firmware: z.enum(['bios', 'uefi']),
  /** C:, where Windows is configured before its first start. */
  windows: z.object({ partition: z.number().int().positive(), offset: bytes, size: bytes }),
  /** What proves that Windows is up; without it, that it accepts the customer's password. Of a Windows without NLA. */
  rdpProof: z.literal('handshake').optional(),
  /**
   * Windows' drivers in it, as registry/image-drivers.ts names them. Without it they are unknown: it was imported before
   * they were looked for. Not an enumeration, so that an older version reads the images of a newer one.
   */
  drivers: z.array(z.string()).optional(),
  chunks: z.array(z.union([dataChunk, zeroChunk])),
});

export type ImageManifest = z.infer<typeof imageManifest>;
export type Chunk = ImageManifest['chunks'][number];
export type DataChunk = z.infer<typeof dataChunk>;

export const isData = (chunk: Chunk): chunk is DataChunk => 'raw' in chunk;

/** The manifest as it is stored; its sha256 is the image's name and the root of all trust in it. */
export function encodeManifest(manifest: ImageManifest): { bytes: Buffer; sha256: string } {
  const encoded = Buffer.from(JSON.stringify(manifest));
  return { bytes: encoded, sha256: sha256Hex(encoded) };
}

/** Null where the bytes are not those that the name stands for. */
export function decodeManifest(encoded: Buffer, sha256: string): ImageManifest | null {
  if (sha256Hex(encoded) !== sha256) return null;
  return imageManifest.parse(JSON.parse(encoded.toString('utf8')));
}

/** Bytes the VPS has to fetch and to write; zeros cost neither. */
export function imageTotals(manifest: ImageManifest): { dataBytes: number; fetchBytes: number } {
  const data = manifest.chunks.filter(isData);
  return {
    dataBytes: data.reduce((sum, chunk) => sum + chunk.rawBytes, 0),
    fetchBytes: data.reduce((sum, chunk) => sum + chunk.zstdBytes, 0),
  };
}
