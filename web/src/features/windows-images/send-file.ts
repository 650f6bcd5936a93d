import {
  partBytes,
  partCount,
  UPLOAD_PART_BYTES,
  type ImageUpload,
} from '@casement/proto/http/image-uploads.js';
import { installRoutes } from '@casement/proto/http/install.routes.js';
import { call } from '@/lib/api/api-client.js';
import { DisplayableError } from '@/lib/api/api-error.js';

/** A part is given up after this; on a line of half a Mbit a second it takes a minute. */
const PART_TIMEOUT_MS = 120_000;

/**
 * Sends what is missing of a file, and asks for its check. Every part is hashed, those that are there already too: the
 * whole is then known to be this file.
 *
 * @param anotherFile what is said where the upload was begun with another file of the same name and size
 * @throws ApiError, DisplayableError, AbortError after `signal`; the parts that were sent stay
 */
export async function sendFile(
  file: File,
  { id }: Pick<ImageUpload, 'id'>,
  {
    signal,
    anotherFile,
    onProgress,
  }: { signal: AbortSignal; anotherFile: string; onProgress: (bytes: number) => void },
): Promise<void> {
  const params = { id };
  const begun = await call(installRoutes.imageUpload, { params, signal });
  const isMissing = (number: number) =>
    begun.missing.some(({ first, last }) => number >= first && number <= last);
  const count = partCount(file.size);
  const hashes = new Uint8Array(count * 32);
  for (let number = 0; number < count; number++) {
    signal.throwIfAborted();
    const at = number * UPLOAD_PART_BYTES;
    const slice = file.slice(at, at + partBytes(file.size, number));
    const part = new Uint8Array(await slice.arrayBuffer());
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', part));
    hashes.set(hash, number * 32);
    if (number === 0 && begun.first_part_sha256 && begun.first_part_sha256 !== hex(hash)) {
      throw new DisplayableError(anotherFile);
    }
    if (isMissing(number)) {
      await call(installRoutes.putUploadPart, {
        params: { id, number },
        body: part,
        headers: { 'Content-Digest': `sha-256=:${btoa(String.fromCharCode(...hash))}:` },
        signal,
        timeoutMs: PART_TIMEOUT_MS,
      });
    }
    onProgress(at + part.length);
  }
  const whole = new Uint8Array(await crypto.subtle.digest('SHA-256', hashes));
  await call(installRoutes.completeUpload, { params, body: { parts_sha256: hex(whole) }, signal });
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
