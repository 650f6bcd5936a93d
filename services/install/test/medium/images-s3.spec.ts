import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { importImage } from '@casement/windows-image/import/import-image.js';
import { S3ChunkStore } from '@casement/windows-image/store/s3-chunk-store.js';
import type { S3Settings } from '@casement/windows-image/store/s3-client.js';
import { findDamage } from '@casement/windows-image/store/verify-image.js';
import { FREE_AT, windowsDisk } from '@casement/windows-image/testing/windows-disk.js';
import {
  all,
  describeImageStore,
  sha256,
} from '@casement/windows-image/testing/image-store-contract.js';
import { missingVersitygw, STRANGER, Versitygw } from '../s3/versitygw.js';

const MIB = 2 ** 20;
const ABSENT = '0'.repeat(64);
/** Duration of the store's outage. make s3-check uses a longer one. */
const OUTAGE_MS = Number(process.env['S3_OUTAGE_MS'] ?? 1_000);
const never = new AbortController().signal;

(missingVersitygw === null ? describe : describe.skip)(
  `images in a bucket of versitygw${missingVersitygw === null ? '' : ` (not run: ${missingVersitygw})`}`,
  () => {
    let gateway: Versitygw;
    let folder: string;
    const stores: S3ChunkStore[] = [];
    const open = (over: Partial<S3Settings> = {}) => {
      const store = new S3ChunkStore({ ...gateway.settings, ...over });
      stores.push(store);
      return store;
    };

    beforeAll(async () => {
      gateway = await Versitygw.start();
      folder = await mkdtemp(join(tmpdir(), 'casement-s3-'));
    });
    afterEach(async () => {
      for (const store of stores.splice(0)) store.close();
      await rm(join(gateway.objects, 'casement'), { recursive: true, force: true });
    });
    afterAll(async () => {
      await gateway.close();
      await rm(folder, { recursive: true, force: true });
    });

    describe('image store contract', () =>
      describeImageStore(() => Promise.resolve({ store: open(), close: () => Promise.resolve() })));

    it('are listed beyond the first page of 1000 keys', async () => {
      const names = Array.from({ length: 2_345 }, (_, n) => sha256(Buffer.from(`chunk ${n}`)));
      for (const name of names) {
        const shelf = join(gateway.objects, 'casement', 'chunks', name.slice(0, 2));
        await mkdir(shelf, { recursive: true });
        await writeFile(join(shelf, `${name}.zst`), 'x');
      }
      expect(await all(open().chunks())).toEqual(names.sort());
    });

    it.each<[string, Partial<S3Settings>, string]>([
      ['a wrong secret', { secretAccessKey: 'another' }, 'STORE_SECRET_WRONG'],
      ['an unknown key', { accessKeyId: 'another' }, 'STORE_KEY_UNKNOWN'],
      ['an account without a permission', STRANGER, 'STORE_FORBIDDEN'],
      ['a missing bucket', { bucket: 'elsewhere' }, 'STORE_BUCKET_MISSING'],
      ['another region', { region: 'eu-west-9' }, 'STORE_REGION_WRONG'],
    ])('are refused with a reason for %s', async (_, over, code) => {
      for (const store of [open(over), open(over).forJob(never)]) {
        const content = Buffer.alloc(8 * MIB, 'x');
        for (const call of [
          () => store.check(),
          () => store.hasChunk(ABSENT),
          () => store.openChunk(ABSENT),
          () => store.readManifest(ABSENT),
          () => store.putChunk(sha256(content), content),
          () => all(store.chunks()),
          () => importImage({ bytes: unread(), size: MIB }, store, { maxSize: MIB, folder }),
        ]) {
          await expect(call()).rejects.toMatchObject({ name: 'ImageRefused', code });
        }
      }
    });

    it.each([-3_600_000, 3_600_000])(
      'are stored by a service whose clock is %i ms off',
      async (off) => {
        const now = Date.now.bind(Date);
        const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + off);
        try {
          const store = open();
          await store.check();
          const content = Buffer.alloc(8 * MIB, 'y');
          await store.putChunk(sha256(content), content);
          expect(await store.hasChunk(sha256(content))).toBe(true);
        } finally {
          clock.mockRestore();
        }
      },
    );

    /** Incompressible, distinct chunks, each read with a pause. */
    const disk = windowsDisk(FREE_AT + 24 * MIB, [[FREE_AT, 23 * MIB]]);
    async function* slowly(onPiece: (at: number) => void) {
      for (let at = 0; at < disk.length; at += MIB) {
        onPiece(at);
        yield disk.subarray(at, at + MIB);
        await wait(20);
      }
    }
    const imported = (
      store: S3ChunkStore,
      onPiece: (at: number) => void = () => undefined,
      signal = never,
    ) =>
      importImage({ bytes: slowly(onPiece), size: disk.length }, store.forJob(signal), {
        maxSize: 2 ** 30,
        chunkSize: MIB,
        folder: join(folder, 'work'),
        signal,
      });

    it('are imported, verified and read across restarts of the store', async () => {
      const store = open();
      const outages: Promise<void>[] = [];
      const outage = async () => {
        await gateway.kill();
        await wait(OUTAGE_MS);
        await gateway.run();
      };
      const { manifest } = await imported(store, (at) => {
        if (at === 8 * MIB) outages.push(outage());
      });
      expect(outages).toHaveLength(1);
      const reading = findDamage(manifest, store.forJob(never), {
        onProgress: (done, total) => {
          if (outages.length === 1 && done > total / 2) outages.push(outage());
        },
      });
      expect(await reading).toEqual(new Set());
      await Promise.all(outages);
      expect(outages).toHaveLength(2);
    });

    it('are unknown after an import was killed halfway, and stored once by the next', async () => {
      const store = open();
      const stop = new AbortController();
      const killed = imported(store, (at) => at === 12 * MIB && stop.abort(), stop.signal);
      await expect(killed).rejects.toMatchObject({ name: 'AbortError' });
      expect(await all(store.manifests())).toEqual([]);
      const half = await all(store.chunks());
      expect(half.length).toBeGreaterThan(5);

      const { sha256: name, manifest } = await imported(store);
      expect(await all(store.manifests())).toEqual([name]);
      expect(await all(store.chunks())).toEqual(expect.arrayContaining(half));
      expect(await findDamage(manifest, store)).toEqual(new Set());
    });
  },
);

/** Fails the test if it is read although the store cannot be written. */
// eslint-disable-next-line @typescript-eslint/require-await -- it only has to fail when it is read
async function* unread(): AsyncGenerator<Buffer> {
  throw new Error('the source was read');
}
