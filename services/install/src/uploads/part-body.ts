import type { Readable } from 'node:stream';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { uploadErrors } from './image-uploads.errors.js';

/** Returns the SHA-256 of a Content-Digest (RFC 9530) as hex. @throws VALIDATION_FAILED */
export function sha256Of(digest: unknown): string {
  const found =
    typeof digest === 'string' && /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(digest);
  if (!found) throw uploadErrors.digestMissing();
  return Buffer.from(found[1]!, 'base64').toString('hex');
}

/**
 * Reads a body of exactly `size` bytes with this SHA-256. At most `size` bytes are held in memory.
 *
 * @throws VALIDATION_FAILED, BODY_TOO_LARGE
 */
export async function readPart(body: Readable, size: number, sha256: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  // A body that is too long is not destroyed because the caller must still be able to read the response.
  for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > size) throw uploadErrors.partTooLarge(size);
    pieces.push(piece);
  }
  if (length !== size) throw uploadErrors.partSize(size);
  const content = Buffer.concat(pieces);
  if (sha256Hex(content) !== sha256) {
    throw uploadErrors.digestDifferent();
  }
  return content;
}
