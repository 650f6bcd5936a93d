import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ChunkStore } from '../store/chunk-store.js';
import type { ImageManifest } from '../store/manifest.js';

export const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

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

export const all = async (names: AsyncIterable<string>) => {
  const found: string[] = [];
  for await (const name of names) found.push(name);
  return found.sort();
};

export interface OpenedStore {
  /** Empty store. */
  store: ChunkStore;
  close: () => Promise<void>;
}

/** Defines the tests that every image store must pass. Must be called within a describe. */
export function describeImageStore(open: () => Promise<OpenedStore>): void {
  let opened: OpenedStore;
  let store: ChunkStore;

  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.close());

  it('verifies write access and removes its test object', async () => {
    await store.check();
    await store.check();
    expect(await all(store.chunks())).toEqual([]);
    expect(await all(store.manifests())).toEqual([]);
  });

  it('returns a chunk unchanged', async () => {
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

  it('returns a manifest unchanged under its SHA-256', async () => {
    const name = await store.putManifest(manifest());
    expect(await store.readManifest(name)).toEqual(manifest());
    expect(await all(store.manifests())).toEqual([name]);
  });

  it('reports missing objects as missing', async () => {
    const name = '0'.repeat(64);
    expect(await store.openChunk(name)).toBeNull();
    expect(await store.readManifest(name)).toBeNull();
    expect(await all(store.chunks())).toEqual([]);
    expect(await all(store.manifests())).toEqual([]);
    await store.deleteChunk(name);
    await store.deleteManifest(name);
  });

  it('lists and deletes objects', async () => {
    const contents = ['a', 'b', 'c', 'd', 'e'].map((text) => Buffer.from(text));
    const names = contents.map(sha256);
    for (const content of contents) await store.putChunk(sha256(content), content);
    const image = await store.putManifest(manifest());
    expect(await all(store.chunks())).toEqual([...names].sort());
    await store.deleteChunk(sha256(Buffer.from('a')));
    await store.deleteManifest(image);
    expect(await all(store.chunks())).toEqual(names.slice(1).sort());
    expect(await store.readManifest(image)).toBeNull();
  });
}
