import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Server } from '../testing/s3-server.js';
import { describeImageStore, sha256, type OpenedStore } from '../testing/image-store-contract.js';
import { FolderChunkStore } from './folder-chunk-store.js';
import { S3ChunkStore } from './s3-chunk-store.js';
import type { S3Settings } from './s3-client.js';

const stores: [string, () => Promise<OpenedStore>][] = [
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

const ABSENT = '0'.repeat(64);
const s3 = (server: S3Server, over: Partial<S3Settings> = {}) =>
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
  describeImageStore(open);

  it.each(['../../etc/passwd', '', 'A'.repeat(64)])(
    'opens no object for the invalid name %j',
    async (name) => {
      const { store, close } = await open();
      expect(await store.openChunk(name)).toBeNull();
      expect(await store.readManifest(name)).toBeNull();
      await close();
    },
  );
});

describe(S3ChunkStore, () => {
  let server: S3Server;

  beforeEach(async () => {
    server = await S3Server.start();
  });
  afterEach(() => server.close());

  it('signs every request and includes bucket and prefix in its path', async () => {
    const store = s3(server);
    const content = Buffer.from('x');
    const name = sha256(content);
    await store.putChunk(name, content);
    const path = `/images/casement/chunks/${name.slice(0, 2)}/${name}.zst`;
    expect(server.requests).toEqual([`GET ${path}`, `PUT ${path}`]);
    expect(server.complaints).toEqual([]);
    store.close();
  });

  it('does not upload an existing chunk again', async () => {
    const store = s3(server);
    const content = Buffer.from('x');
    await store.putChunk(sha256(content), content);
    await store.putChunk(sha256(content), content);
    expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
    store.close();
  });

  it('retries while the store is temporarily busy', async () => {
    const store = s3(server);
    server.failNext = 1;
    expect(await store.hasChunk('0'.repeat(64))).toBe(false);
    expect(server.requests).toHaveLength(2);
    store.close();
  });

  it('distinguishes a missing bucket from a missing chunk', async () => {
    const store = s3(server, { bucket: 'elsewhere' });
    for (const call of ['openChunk', 'hasChunk', 'check'] as const) {
      await expect(store[call](ABSENT)).rejects.toMatchObject({
        code: 'STORE_BUCKET_MISSING',
        message: `The object store ${new URL(server.endpoint).host} has no bucket elsewhere.`,
      });
    }
    store.close();
  });

  it('distinguishes a foreign server’s 404 from a missing chunk', async () => {
    const store = s3(server);
    server.answerNext = 404;
    await expect(store.hasChunk(ABSENT)).rejects.toMatchObject({ code: 'STORE_ANSWERED' });
    store.close();
  });

  it.each([
    [401, 'STORE_KEY_UNKNOWN'],
    [403, 'STORE_FORBIDDEN'],
    [507, 'STORE_ANSWERED'],
  ])('reports a response with only status %i as a specific error', async (status, code) => {
    const store = s3(server);
    server.answerNext = status;
    await expect(store.hasChunk(ABSENT)).rejects.toMatchObject({ code });
    expect(server.requests).toHaveLength(1);
    store.close();
  });

  it('reports a store that accepts a request and never responds', async () => {
    const store = s3(server, { silenceMs: 100 });
    server.hangNext = 1000;
    await expect(store.hasChunk(ABSENT)).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' });
    store.close();
  });

  it('waits for a slow store as long as bytes arrive', async () => {
    const store = s3(server, { silenceMs: 1_500 });
    const content = Buffer.alloc(100_000, 'x');
    await store.putChunk(sha256(content), content);
    server.pauseMs = 200;
    const began = performance.now();
    const found = await store.openChunk(sha256(content));
    expect(Buffer.concat((await found!.content.toArray()) as Buffer[]).equals(content)).toBe(true);
    expect(performance.now() - began).toBeGreaterThan(1_500);
    store.close();
  });

  describe('for a job', () => {
    const job = (over: Partial<S3Settings> = {}, signal = new AbortController().signal) =>
      s3(server, over).forJob(signal);

    it('continues after a longer outage of the store', async () => {
      server.failNext = 4;
      expect(await job().hasChunk(ABSENT)).toBe(false);
      expect(server.requests).toHaveLength(5);
    });

    it('fails with the last reason after its time limit', async () => {
      server.failNext = 1000;
      await expect(job({ patienceMs: 700 }).hasChunk(ABSENT)).rejects.toMatchObject({
        code: 'STORE_ANSWERED',
        message: expect.stringContaining('status 503') as unknown,
      });
      expect(server.requests.length).toBeGreaterThan(1);
    });

    it('does not retry a forbidden request', async () => {
      server.answerNext = 403;
      await expect(job().hasChunk(ABSENT)).rejects.toMatchObject({ code: 'STORE_FORBIDDEN' });
      expect(server.requests).toHaveLength(1);
    });

    it('retries a request that got no response', async () => {
      server.hangNext = 2;
      expect(await job({ silenceMs: 500 }).hasChunk(ABSENT)).toBe(false);
      expect(server.requests.length).toBeGreaterThanOrEqual(3);
    });

    it('retries an interrupted response body', async () => {
      const content = Buffer.alloc(100_000, 'x');
      const store = job();
      await store.putChunk(sha256(content), content);
      server.breakNext = 2;
      const found = await store.openChunk(sha256(content));
      expect(Buffer.concat((await found!.content.toArray()) as Buffer[]).equals(content)).toBe(
        true,
      );
    });

    it('stops with its signal, however long it would wait', async () => {
      const stop = new AbortController();
      server.failNext = 1000;
      const asked = job({}, stop.signal).hasChunk(ABSENT);
      setTimeout(() => stop.abort(), 50);
      await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    });
  });
});
