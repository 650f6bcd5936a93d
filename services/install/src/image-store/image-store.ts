import { join } from 'node:path';
import type { InstallConfig } from '../config.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { FolderPartStore } from '@casement/windows-image/store/folder-part-store.js';
import type { PartStore } from '@casement/windows-image/store/part-store.js';
import { S3ChunkStore } from '@casement/windows-image/store/s3-chunk-store.js';
import type { S3Settings } from '@casement/windows-image/store/s3-client.js';
import { S3PartStore } from '@casement/windows-image/store/s3-part-store.js';

/** Injection tokens of the `ChunkStore` and of the `PartStore` of uploads. */
export const CHUNK_STORE = Symbol('ChunkStore');
export const PART_STORE = Symbol('PartStore');

const imageFolder = (config: InstallConfig): string =>
  config.IMAGE_STORE_DIR || join(config.DATA_DIR, 'images');

/** Folder of files that operators provide for administrators to import. */
export const importFolder = (config: InstallConfig): string =>
  config.IMAGE_IMPORT_DIR || join(config.DATA_DIR, 'import');

/** Folder for temporary files of conversions and builds. */
export const importTempFolder = (config: InstallConfig): string =>
  config.IMAGE_TEMP_DIR || join(config.DATA_DIR, 'import-temp');

export const maxImageBytes = (config: InstallConfig): number => config.IMAGE_MAX_GIB * 2 ** 30;

export function imageStore(config: InstallConfig): ChunkStore {
  if (!config.IMAGE_S3_BUCKET) return new FolderChunkStore(imageFolder(config));
  return new S3ChunkStore(bucketOf(config));
}

export function partStore(config: InstallConfig): PartStore {
  if (!config.IMAGE_S3_BUCKET) return new FolderPartStore(imageFolder(config));
  return new S3PartStore(bucketOf(config));
}

const bucketOf = (config: InstallConfig): S3Settings => ({
  endpoint: config.IMAGE_S3_ENDPOINT,
  region: config.IMAGE_S3_REGION,
  bucket: config.IMAGE_S3_BUCKET,
  prefix: config.IMAGE_S3_PREFIX,
  accessKeyId: config.IMAGE_S3_ACCESS_KEY_ID,
  secretAccessKey: config.IMAGE_S3_SECRET_ACCESS_KEY,
});
