import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Server } from '../testing/s3-server.js';
import { all } from '../testing/image-store-contract.js';
import { FolderPartStore } from './folder-part-store.js';
import type { PartStore } from './part-store.js';
import { S3PartStore } from './s3-part-store.js';

type Opened = { store: PartStore; close: () => Promise<void> };

const stores: [string, () => Promise<Opened>][] = [
  [
    'a folder',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'casement-parts-'));
      return { store: new FolderPartStore(folder), close: () => rm(folder, { recursive: true }) };
    },
  ],
  [
    'a bucket',
    async () => {
      const server = await S3Server.start();
      const store = new S3PartStore({
        endpoint: server.endpoint,
        region: 'eu-test-1',
        bucket: 'images',
        prefix: 'casement/',
        accessKeyId: 'test-key',
        secretAccessKey: 'test-secret',
      });
      const close = async () => {
        store.close();
        await server.close();
        expect(server.complaints).toEqual([]);
      };
      return { store, close };
    },
  ],
];

describe.each(stores)('%s as part store', (_, open) => {
  let store: PartStore;
  let close: () => Promise<void>;
  const id = randomUUID();
  const part = (number: number, content: string) => ({
    name: { number, sha256: createHash('sha256').update(content).digest('hex') },
    content: Buffer.from(content),
  });

  beforeEach(async () => ({ store, close } = await open()));
  afterEach(() => close());

  it('returns a part unchanged and keeps parts with the same number but other content apart', async () => {
    const [one, other] = [part(0, 'one'), part(0, 'other')];
    await store.put(id, one.name, one.content);
    await store.put(id, one.name, one.content);
    await store.put(id, other.name, other.content);
    expect(await store.read(id, one.name)).toEqual(one.content);
    expect(await store.read(id, other.name)).toEqual(other.content);
    expect(await store.read(id, part(1, 'one').name)).toBeNull();
    expect(await store.read(randomUUID(), one.name)).toBeNull();
  });

  it('lists each upload once and removes an upload with all its parts', async () => {
    expect(await all(store.uploads())).toEqual([]);
    const another = randomUUID();
    for (const number of [0, 1, 2, 3, 10]) {
      const { name, content } = part(number, `content ${number}`);
      await store.put(id, name, content);
    }
    const { name, content } = part(0, 'content');
    await store.put(another, name, content);
    expect(await all(store.uploads())).toEqual([id, another].sort());
    await store.remove(id);
    await store.remove(id);
    expect(await all(store.uploads())).toEqual([another]);
    expect(await store.read(another, name)).toEqual(content);
  });
});
