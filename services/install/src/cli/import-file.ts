import { open } from 'node:fs/promises';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import {
  importImage,
  type ImageProgress,
  type ImportImageOptions,
} from '@casement/windows-image/import/import-image.js';
import type { ImportedImage } from '@casement/windows-image/import/import-raw.js';
import { requireFile } from '@casement/windows-image/formats/require-file.js';
import { fileBytes } from '@casement/windows-image/formats/sparse-file.js';

/** Imports a local file and shows the progress on the terminal. @throws ImageRefused */
export async function importFile(
  path: string,
  store: ChunkStore,
  options: Omit<ImportImageOptions, 'onProgress'>,
): Promise<ImportedImage> {
  await requireFile(path);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = fileBytes(file, path, options.signal);
    return await importImage({ bytes, size }, store, {
      ...options,
      ...(process.stdout.isTTY && { onProgress: showProgress }),
    });
  } finally {
    await file.close();
  }
}

function showProgress({ step, done, total }: ImageProgress): void {
  const percent = total ? ` ${Math.floor((done / total) * 100)} %` : '';
  process.stdout.write(`\r\u001b[K${step}${percent}`);
}
