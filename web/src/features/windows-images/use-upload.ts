import {
  type ImageUpload,
  type UploadKind,
  partBytes,
  partCount,
  UPLOAD_PART_BYTES,
} from '@casement/proto/http/install/windows/image-uploads.js';
import { imageRoutes } from '@casement/proto/http/install/windows/images.routes.js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '@/lib/api/api-client.js';
import { messageOf, DisplayableError } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { imageUploadMessages } from '@/messages/admin/windows/image-uploads.js';
import { commonMessages } from '@/messages/common.js';
import { imageUploadsQuery } from './api.js';

/** A file being uploaded, or paused. */
export interface Sending {
  file: File;
  sent: number;
  state: 'sending' | 'paused';
  /** Reason why the upload stopped. */
  error: string | null;
}

/**
 * Uploads a file. An unfinished upload of the same name and size is resumed, regardless of who started it.
 *
 * @param onUpload receives the id of the upload
 */
export function useUpload(kind: UploadKind, onUpload: (id: string) => void) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<Sending | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const send = async (file: File) => {
    abort.current?.abort();
    const controller = (abort.current = new AbortController());
    const show = (changes: Partial<Sending>) => {
      if (abort.current === controller) setSending((now) => now && { ...now, ...changes });
    };
    setSending({ file, sent: 0, state: 'sending', error: null });
    try {
      const upload = await uploadFor(file, kind, controller.signal);
      onUpload(upload.id);
      await sendFile(file, upload, {
        signal: controller.signal,
        anotherFile: t(imageUploadMessages).anotherFile,
        onProgress: (sent) => show({ sent }),
      });
      if (abort.current === controller) setSending(null);
    } catch (error) {
      const { pleaseTryAgain } = t(commonMessages);
      show({
        state: 'paused',
        error: controller.signal.aborted ? null : messageOf(error, pleaseTryAgain),
      });
    }
    void queries.invalidateQueries({ queryKey: imageUploadsQuery.queryKey });
  };
  return {
    sending,
    send: (file: File) => void send(file),
    pause: () => abort.current?.abort(),
    forget: () => setSending(null),
  };
}

async function uploadFor(
  file: File,
  kind: UploadKind,
  signal: AbortSignal,
): Promise<Pick<ImageUpload, 'id'>> {
  const { name, size } = file;
  const serverUpload = (await call(imageRoutes.imageUploads, { signal })).find(
    (candidate) =>
      candidate.status === 'uploading' &&
      candidate.kind === kind &&
      candidate.name === name &&
      candidate.size === size,
  );
  if (serverUpload) return serverUpload;
  return call(imageRoutes.createImageUpload, { body: { kind, name, size }, signal });
}

/** Timeout of a part, which takes a minute at half a Mbit/s. */
const PART_TIMEOUT_MS = 120_000;

/**
 * Uploads the missing parts of a file and requests its verification. Every part is hashed, including the existing
 * ones, to verify that the upload belongs to this file.
 *
 * @param anotherFile error text if the upload belongs to another file of the same name and size
 * @throws ApiError, DisplayableError, AbortError after `signal`; uploaded parts are kept
 */
async function sendFile(
  file: File,
  { id }: Pick<ImageUpload, 'id'>,
  {
    signal,
    anotherFile,
    onProgress,
  }: { signal: AbortSignal; anotherFile: string; onProgress: (bytes: number) => void },
): Promise<void> {
  const params = { id };
  const serverUpload = await call(imageRoutes.imageUpload, { params, signal });
  const isMissing = (number: number) =>
    serverUpload.missing.some(({ first, last }) => number >= first && number <= last);
  const count = partCount(file.size);
  const hashes = new Uint8Array(count * 32);
  for (let number = 0; number < count; number++) {
    signal.throwIfAborted();
    const at = number * UPLOAD_PART_BYTES;
    const slice = file.slice(at, at + partBytes(file.size, number));
    const part = new Uint8Array(await slice.arrayBuffer());
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', part));
    hashes.set(hash, number * 32);
    if (
      number === 0 &&
      serverUpload.first_part_sha256 &&
      serverUpload.first_part_sha256 !== hex(hash)
    ) {
      throw new DisplayableError(anotherFile);
    }
    if (isMissing(number)) {
      await call(imageRoutes.putUploadPart, {
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
  await call(imageRoutes.completeUpload, { params, body: { parts_sha256: hex(whole) }, signal });
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
