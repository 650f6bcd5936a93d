import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { S3Server } from '../../../test/fakes/s3-server.js';
import type { ChunkStore } from './chunk-store.js';
import { FolderChunkStore } from './folder-chunk-store.js';
import type { ImageManifest } from './manifest.js';
import { S3ChunkStore } from './s3-chunk-store.js';

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');
const manifest = (over: Partial<ImageManifest> = {}): ImageManifest => ({
  format: 'casement-image/1',
  rawSize: 512,
  chunkSize: 512,
  minDisk: 512,
  minMemory: 0,
  firmware: 'bios',
  windows: { partition: 1, offset: 0, size: 512 },
  chunks: [{ zero: true, rawBytes: 512 }],
  ...over,
});
const all = async (names: AsyncIterable<string>) => {
  const found: string[] = [];
  for await (const name of names) found.push(name);
  return found.sort();
};

interface Opened {
  store: ChunkStore;
  close: () => Promise<void>;
}

const stores: [string, () => Promise<Opened>][] = [
  [
    'a folder',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'casement-store-'));
      return { store: new FolderChunkStore(folder), close: () => rm(folder, { recursive: true }) };
    },
  ],
  [
    'a bucket',
    async () => {
      const server = await S3Server.start();
      const store = s3(server);
      const close = async () => {
        store.close();
        await server.close();
        expect(server.complaints).toEqual([]);
      };
      return { store, close };
    },
  ],
];

const s3 = (server: S3Server, over = {}) =>
  new S3ChunkStore({
    endpoint: server.endpoint,
    region: 'eu-test-1',
    bucket: 'images',
    prefix: 'casement/',
    accessKeyId: 'test-key',
    secretAccessKey: 'test-secret',
    ...over,
  });

describe.each(stores)('%s as image store', (_, open) => {
  let opened: Opened;
  let store: ChunkStore;

  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.close());

  it('gives a chunk back as it was put', async () => {
    const content = Buffer.from('chunk of any bytes \u0000\u00ff');
    const name = sha256(content);
    expect(await store.hasChunk(name)).toBe(false);
    await store.putChunk(name, content);
    await store.putChunk(name, content);
    const found = (await store.openChunk(name))!;
    expect(found.size).toBe(content.length);
    expect((await buffer(found.content)).equals(content)).toBe(true);
    expect(await store.hasChunk(name)).toBe(true);
  });

  it('gives a manifest back as it was put, under its sha256', async () => {
    const name = await store.putManifest(manifest());
    expect(await store.readManifest(name)).toEqual(manifest());
    expect(await all(store.manifests())).toEqual([name]);
  });

  it('reports what is missing as missing', async () => {
    const name = '0'.repeat(64);
    expect(await store.openChunk(name)).toBeNull();
    expect(await store.readManifest(name)).toBeNull();
    expect(await all(store.chunks())).toEqual([]);
    expect(await all(store.manifests())).toEqual([]);
    await store.deleteChunk(name);
    await store.deleteManifest(name);
  });

  it('lists what is there, and deletes it', async () => {
    const contents = ['a', 'b', 'c', 'd', 'e'].map((text) => Buffer.from(text));
    const names = contents.map(sha256);
    for (const [i, content] of contents.entries()) await store.putChunk(names[i], content);
    const image = await store.putManifest(manifest());
    expect(await all(store.chunks())).toEqual([...names].sort());
    await store.deleteChunk(names[0]);
    await store.deleteManifest(image);
    expect(await all(store.chunks())).toEqual(names.slice(1).sort());
    expect(await store.readManifest(image)).toBeNull();
  });

  it.each(['../../etc/passwd', '', 'A'.repeat(64)])('opens nothing named %j', async (name) => {
    expect(await store.openChunk(name)).toBeNull();
    expect(await store.readManifest(name)).toBeNull();
  });
});

describe(S3ChunkStore, () => {
  let server: S3Server;

  beforeEach(async () => {
    server = await S3Server.start();
  });
  afterEach(() => server.close());

  it('signs every request and has the bucket and the prefix in its path', async () => {
    const store = s3(server);
    const content = Buffer.from('x');
    const name = sha256(content);
    await store.putChunk(name, content);
    const path = `/images/casement/chunks/${name.slice(0, 2)}/${name}.zst`;
    expect(server.requests).toEqual([`HEAD ${path}`, `PUT ${path}`]);
    expect(server.complaints).toEqual([]);
    store.close();
  });

  it('does not send a chunk again that is there', async () => {
    const store = s3(server);
    const content = Buffer.from('x');
    await store.putChunk(sha256(content), content);
    await store.putChunk(sha256(content), content);
    expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
    store.close();
  });

  it('tries again where the store is busy for a moment', async () => {
    const store = s3(server);
    server.failNext = 1;
    expect(await store.hasChunk('0'.repeat(64))).toBe(false);
    expect(server.requests).toHaveLength(2);
    store.close();
  });

  it('does not report a missing bucket as a missing chunk', async () => {
    const store = s3(server, { bucket: 'elsewhere' });
    await expect(store.openChunk('0'.repeat(64))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
    store.close();
  });
});
