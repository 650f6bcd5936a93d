import { loadConfig } from '@casement/common/core/config/load-config.js';
import { InstallConfig } from '../config.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { S3ChunkStore } from '@casement/windows-image/store/s3-chunk-store.js';
import { imageStore, importFolder, importTempFolder, maxImageBytes } from './image-store.js';

const ENV = {
  DATABASE_URL: 'postgres://localhost/install',
  NATS_URL: 'nats://localhost',
  AUTH_JWKS_URL: 'http://auth:3000/internal/jwks.json',
  DATA_DIR: '/data',
};
const BUCKET = {
  IMAGE_S3_ENDPOINT: 'https://s3.example.com',
  IMAGE_S3_BUCKET: 'images',
  IMAGE_S3_ACCESS_KEY_ID: 'key',
  IMAGE_S3_SECRET_ACCESS_KEY: 'a-secret-access-key',
};
const load = (env: Record<string, string> = {}) => loadConfig(InstallConfig, { ...ENV, ...env });

describe('image store settings', () => {
  it('use a folder unless a bucket is configured', () => {
    expect(imageStore(load())).toBeInstanceOf(FolderChunkStore);
    expect(imageStore(load(BUCKET))).toBeInstanceOf(S3ChunkStore);
  });

  it.each(Object.keys(BUCKET))('reject a bucket without %s', (name) => {
    expect(() => load({ ...BUCKET, [name]: '' })).toThrow(`${name} is missing`);
  });

  it('reject a bucket together with a folder', () => {
    expect(() => load({ ...BUCKET, IMAGE_STORE_DIR: '/images' })).toThrow('IMAGE_STORE_DIR');
  });

  it.each([
    ['IMAGE_S3_ENDPOINT', 's3.example.com'],
    ['IMAGE_S3_ENDPOINT', 'ftp://s3.example.com'],
    ['IMAGE_S3_PREFIX', 'casement'],
    ['IMAGE_S3_PREFIX', '/casement/'],
    ['IMAGE_MAX_GIB', '0'],
  ])('reject %s = %s', (name, value) => {
    expect(() => load({ ...BUCKET, [name]: value })).toThrow(name);
  });

  it('accept a prefix of one or more folders', () => {
    expect(load({ ...BUCKET, IMAGE_S3_PREFIX: 'casement/images/' }).IMAGE_S3_PREFIX).toBe(
      'casement/images/',
    );
  });

  it('set the folders for imports and temporary files', () => {
    expect(importFolder(load())).toBe('/data/import');
    expect(importTempFolder(load())).toBe('/data/import-temp');
    expect(importFolder(load({ IMAGE_IMPORT_DIR: '/in' }))).toBe('/in');
    expect(importTempFolder(load({ IMAGE_TEMP_DIR: '/tmp/x' }))).toBe('/tmp/x');
    expect(maxImageBytes(load({ IMAGE_MAX_GIB: '2' }))).toBe(2 * 2 ** 30);
  });
});
