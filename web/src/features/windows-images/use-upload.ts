import type { ImageUpload, UploadKind } from '@casement/proto/http/image-uploads.js';
import { installRoutes } from '@casement/proto/http/install.routes.js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '@/lib/api/api-client.js';
import { messageOf } from '@/lib/api/api-error.js';
import { t } from '@/lib/i18n/messages.js';
import { imageUploadMessages } from '@/messages/admin/image-uploads.js';
import { commonMessages } from '@/messages/common.js';
import { imageUploadsQuery } from './api.js';
import { sendFile } from './send-file.js';

/** A file that is sent, or was until it was paused. */
export interface Sending {
  file: File;
  sent: number;
  state: 'sending' | 'paused';
  /** Why it did not go on. */
  error: string | null;
}

/**
 * Sends one file. One of the same name and size that was begun is resumed, regardless of who began it.
 *
 * @param onUpload is told which upload it is
 */
export function useUpload(kind: UploadKind, onUpload: (id: string) => void) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<Sending | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const send = async (file: File) => {
    abort.current?.abort();
    const own = (abort.current = new AbortController());
    const show = (changes: Partial<Sending>) => {
      if (abort.current === own) setSending((now) => now && { ...now, ...changes });
    };
    setSending({ file, sent: 0, state: 'sending', error: null });
    try {
      const upload = await uploadFor(file, kind, own.signal);
      onUpload(upload.id);
      await sendFile(file, upload, {
        signal: own.signal,
        anotherFile: t(imageUploadMessages).anotherFile,
        onProgress: (sent) => show({ sent }),
      });
      if (abort.current === own) setSending(null);
    } catch (error) {
      const { pleaseTryAgain } = t(commonMessages);
      show({
        state: 'paused',
        error: own.signal.aborted ? null : messageOf(error, pleaseTryAgain),
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
  const begun = (await call(installRoutes.imageUploads, { signal })).find(
    (one) =>
      one.status === 'uploading' && one.kind === kind && one.name === name && one.size === size,
  );
  if (begun) return begun;
  return call(installRoutes.createImageUpload, { body: { kind, name, size }, signal });
}
