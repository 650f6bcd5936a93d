import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CountedBytes, peek, type Bytes } from '../formats/byte-stream.js';
import type { ChunkStore } from '../store/chunk-store.js';
import { chunkDisk, type DiskReader } from '../volumes/disk-reader.js';
import { readReleases, requireContract } from '../contract/check-contract.js';
import { processorFor, socketsFor } from '../registry/windows-release.js';
import { convertToRaw, copyToFile } from '../formats/convert-disk.js';
import { decompress } from '../formats/decompress.js';
import {
  compressionOf,
  diskFormatOf,
  HEAD_BYTES,
  type DiskFormat,
} from '../formats/disk-format.js';
import { ImageRefused } from '../image-failures.js';
import {
  importRawStream,
  publishManifest,
  type ImportedImage,
  type ImportOptions,
} from './import-raw.js';
import { linuxFirmware } from './linux-disk.js';
import { fileBytes } from '../formats/sparse-file.js';

export interface ImageSource {
  bytes: Bytes;
  /** `null` if unknown. */
  size: number | null;
}

/** Step of an import. `importing` reads the source and stores chunks; the other steps precede it. */
type ImportStep = 'importing' | 'copying' | 'converting';

export interface ImageProgress {
  step: ImportStep;
  done: number;
  total: number | null;
}

export interface ImportImageOptions extends Pick<
  ImportOptions,
  'kind' | 'minDisk' | 'minMemory' | 'chunkSize' | 'handshakeOnly' | 'processor'
> {
  maxSize: number;
  /** Folder for temporary files; always removed at the end. */
  folder: string;
  /** Expected hash of the received file. */
  sha256?: string | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: (progress: ImageProgress) => void;
}

/**
 * Imports a raw, VHD or QCOW2 image, optionally compressed, detected by content. Raw disks and fixed-size VHDs are
 * streamed without temporary space; others are first converted in a temporary folder. Rejects images that check-image
 * rejects; an image of Linux must only have a GPT and a loader. Reading starts only after the store has proven to be
 * writable.
 * @throws ImageRefused
 */
export async function importImage(
  source: ImageSource,
  store: ChunkStore,
  options: ImportImageOptions,
): Promise<ImportedImage> {
  const { onProgress = () => undefined, signal } = options;
  // Unknown until the first bytes have been read.
  let step: ImportStep | null = null;
  const onBytes = (done: number) => {
    if (step) onProgress({ step, done, total: source.size });
  };
  const counted = new CountedBytes(source.bytes, onBytes, options.sha256 !== undefined);
  try {
    await store.check();
    const { stream, format } = await recognise(counted.read(), signal);
    let image: ImportedImage;
    if (format === 'raw') {
      step = 'importing';
      image = await importRawStream(stream, store, rawOptions(options));
    } else {
      step = 'copying';
      const path = join(options.folder, 'source');
      await copyToFile(stream, path, options);
      image = await importConverted(path, format, store, options);
    }
    checkSource(counted, options.sha256);
    const disk = abortable(chunkDisk(image.manifest, store), signal);
    if (options.kind === 'linux') {
      const manifest = { ...image.manifest, linux: { firmware: await linuxFirmware(disk) } };
      return { sha256: await publishManifest(store, manifest), manifest };
    }
    const drivers = await requireContract(disk);
    const { windows: release, virtioWin, languages } = await readReleases(disk);
    const processor = options.processor ?? (release && processorFor(release));
    const maxSockets = release && socketsFor(release);
    const manifest = {
      ...image.manifest,
      ...(drivers && { drivers }),
      ...(processor && { processor: [...processor] }),
      ...(maxSockets && { maxSockets }),
      ...(virtioWin && { virtioWin }),
      ...(languages.length > 0 && { languages }),
    };
    return { sha256: await publishManifest(store, manifest), manifest };
  } finally {
    await rm(options.folder, { recursive: true, force: true });
  }
}

const abortable = (disk: DiskReader, signal?: AbortSignal): DiskReader => ({
  size: disk.size,
  read: (offset, length) => {
    signal?.throwIfAborted();
    return disk.read(offset, length);
  },
});

async function recognise(
  source: Bytes,
  signal?: AbortSignal,
): Promise<{ stream: Bytes; format: DiskFormat }> {
  const outer = await peek(source, HEAD_BYTES);
  const compression = compressionOf(outer.head);
  if (!compression) return { stream: outer.stream, format: diskFormatOf(outer.head) };
  const inner = await peek(decompress(compression, outer.stream, signal), HEAD_BYTES);
  return { stream: inner.stream, format: diskFormatOf(inner.head) };
}

async function importConverted(
  path: string,
  format: Exclude<DiskFormat, 'raw'>,
  store: ChunkStore,
  options: ImportImageOptions,
): Promise<ImportedImage> {
  const { folder, maxSize, signal, onProgress } = options;
  const raw = await convertToRaw(path, format, {
    folder,
    maxSize,
    signal,
    onPercent: (done) => onProgress?.({ step: 'converting', done, total: 100 }),
  });
  await rm(path);
  const file = await open(raw);
  try {
    const { size } = await file.stat();
    return await importRawStream(fileBytes(file, raw, signal), store, {
      ...rawOptions(options),
      size,
      onProgress: (done) => onProgress?.({ step: 'importing', done, total: size }),
    });
  } finally {
    await file.close();
  }
}

const rawOptions = ({
  kind,
  minDisk,
  minMemory,
  chunkSize,
  maxSize,
  handshakeOnly = false,
  signal,
}: ImportImageOptions) => ({
  maxSize,
  handshakeOnly,
  ...(kind && { kind }),
  ...(minDisk !== undefined && { minDisk }),
  ...(minMemory !== undefined && { minMemory }),
  ...(chunkSize !== undefined && { chunkSize }),
  ...(signal && { signal }),
});

/** A decompressor that stops early has not read the entire file. */
function checkSource(source: CountedBytes, sha256: string | undefined): void {
  if (!source.ended) throw new ImageRefused('COMPRESSION_DAMAGED', { kind: 'compressed' });
  if (sha256 === undefined) return;
  const found = source.sha256();
  if (found !== sha256.toLowerCase()) throw new ImageRefused('SHA256_DIFFERENT', { found });
}
