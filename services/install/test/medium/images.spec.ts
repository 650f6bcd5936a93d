import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ImageJob, WindowsImage } from '@casement/proto/http/images.js';
import type { OutsideAnswer, ServiceOperations } from '@casement/proto/http/operations.js';
import type { WindowsVersion } from '@casement/proto/http/install.js';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { OutsideSystems } from '@casement/common/operations/outside-systems.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { FolderChunkStore } from '../../src/engine/image/folder-chunk-store.js';
import { importRawImage } from '../../src/engine/image/import-raw.js';
import { isData } from '../../src/engine/image/manifest.js';
import { diskImage } from '../../src/engine/testing/disk-image.js';
import { ImageJobEntity } from '../../src/images/image-job.entity.js';
import { ImageJobsRepository } from '../../src/images/image-jobs.repository.js';
import { ImageRunner } from '../../src/images/image-runner.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { aRequest, installApp } from '../factories/install-app.js';

const MIB = 2 ** 20;
const PATH = '/api/admin/windows-images';

describe('/admin/windows-images', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let db: Database;
  let folder: string;
  let store: FolderChunkStore;
  const adminId = newId();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-images-'));
    app = await installApp({
      quota: new FakeQuota(1000),
      env: { DATA_DIR: folder, INSTALL_ALLOWED_NETWORKS: '127.0.0.10/32', IMAGE_MAX_GIB: '1' },
    });
    db = app.get(Database);
    store = new FolderChunkStore(join(folder, 'images'));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    for (const table of ['install', 'image_job', 'windows_version']) {
      await db.query(`DELETE FROM ${table}`);
    }
    await rm(join(folder, 'images'), { recursive: true, force: true });
    await rm(join(folder, 'import'), { recursive: true, force: true });
    await mkdir(join(folder, 'import'), { recursive: true });
  });

  const admin = () => app.as({ userId: adminId, admin: true });
  const get = (path = '') => app.http.get(`${PATH}${path}`).set(admin());
  const post = (path: string, body: object = {}) =>
    app.http.post(`${PATH}${path}`).set(admin()).send(body);
  const images = async () => (await get().expect(200)).body.data as WindowsImage[];
  const image = async (id: string) =>
    (await images()).find(({ windows_version_id }) => windows_version_id === id)!;
  const job = async (id: string) => (await get(`/imports/${id}`).expect(200)).body.data as ImageJob;

  const aVersion = async (slug = 'ws2022') => {
    const { body } = await app.http
      .post('/api/admin/windows-versions')
      .set(admin())
      .send({ name: `Windows ${slug}`, slug })
      .expect(200);
    return (body.data as WindowsVersion).id;
  };
  const place = (name: string, content: Buffer) => writeFile(join(folder, 'import', name), content);
  const askFor = (id: string, location: string, over: object = {}) =>
    post('/import', { windows_version_id: id, source: 'file', location, ...over });
  const asked = async (...request: Parameters<typeof askFor>) =>
    (await askFor(...request).expect(202)).body.data as ImageJob;
  /** Does everything that is in the queue. */
  const work = async () => {
    while (await app.get(ImageRunner).runNext('a worker'));
  };
  const disk = (seedAt = 2) => diskImage(5 * MIB, [[seedAt * MIB, MIB]]);
  const withImage = async (slug = 'ws2022', content = disk()) => {
    const id = await aVersion(slug);
    await place(`${slug}.raw`, content);
    await asked(id, `${slug}.raw`);
    await work();
    const { sha256 } = (await image(id)).image!;
    return { id, sha256 };
  };
  const install = (win_ver = 'ws2022', ip = '127.0.0.10') =>
    app.http
      .post('/api/user/install')
      .set(app.as({ userId: newId() }))
      .send(aRequest({ win_ver, ip }));
  const chunkFile = async (sha256: string) => {
    const manifest = await store.readManifest(sha256);
    const { zstd } = manifest!.chunks.filter(isData).at(-1)!;
    return { zstd, path: join(folder, 'images', 'chunks', zstd.slice(0, 2), `${zstd}.zst`) };
  };
  const storedChunks = async () => {
    const names: string[] = [];
    for await (const name of store.chunks()) names.push(name);
    return names.sort();
  };

  describe('an import', () => {
    it('runs in the background, and makes its version available at its end', async () => {
      const id = await aVersion();
      expect(await image(id)).toMatchObject({ state: 'none', image: null, job: null });
      const content = disk();
      await place('ws2022.raw', content);
      const { id: jobId, ...queued } = await asked(id, 'ws2022.raw', { min_memory_mib: 2048 });
      expect(queued).toMatchObject({ kind: 'import', status: 'queued', source: 'ws2022.raw' });
      expect((await image(id)).state).toBe('none');
      await work();
      expect(await job(jobId)).toMatchObject({ status: 'done', failure: null });
      const imported = await image(id);
      expect(imported).toMatchObject({
        state: 'ready',
        image: { raw_size: 5 * MIB, min_disk: 5 * MIB, min_memory: 2 ** 31, firmware: 'bios' },
      });
      const { manifest } = await importRawImage(join(folder, 'import', 'ws2022.raw'), store, {
        minMemory: 2 ** 31,
      });
      expect(await store.readManifest(imported.image!.sha256)).toEqual(manifest);
      const { body } = await app.http.get('/api/user/windows-versions').set(admin());
      expect(body.data).toMatchObject([{ slug: 'ws2022', available: true }]);
    });

    it('takes a compressed file that is the one that was asked for', async () => {
      const id = await aVersion();
      const packed = gzipSync(disk());
      await place('disk.img.gz', packed);
      const sha256 = createHash('sha256').update(packed).digest('hex').toUpperCase();
      const { id: jobId } = await asked(id, 'disk.img.gz', { sha256 });
      await work();
      expect((await job(jobId)).status).toBe('done');
    });

    it('is among the failed jobs while none has followed it, and begun anew when asked to', async () => {
      const { id } = await withImage();
      await place('bad', Buffer.alloc(2 * MIB));
      const { id: jobId } = await asked(id, 'bad');
      await work();
      const operations = '/api/admin/operations/install';
      const failed = async () => {
        const { body } = await app.http.get(operations).set(admin()).expect(200);
        return (body.data as ServiceOperations).failed_jobs;
      };
      expect(await failed()).toMatchObject({
        total: 1,
        rows: [{ kind: 'image', id: jobId, title: 'import bad', can_retry: true }],
      });
      await place('bad', disk());
      const retry = () =>
        app.http.post(`${operations}/failed-jobs/image/${jobId}/retry`).set(admin());
      await retry().expect(200);
      await retry().expect(404);
      await work();
      expect(await failed()).toEqual({ total: 0, rows: [] });
      expect(await image(id)).toMatchObject({ state: 'ready', job: { status: 'done' } });
    });

    it.each<[string, Buffer | (() => Buffer), object, string]>([
      ['is another file', () => gzipSync(disk()), { sha256: '0'.repeat(64) }, 'SHA256_DIFFERENT'],
      ['was cut short', () => gzipSync(disk()).subarray(0, 9000), {}, 'COMPRESSION_DAMAGED'],
      ['holds no Windows', Buffer.alloc(2 * MIB), {}, 'NO_PARTITION_TABLE'],
      ['is an ISO', iso(), {}, 'FORMAT_UNSUPPORTED'],
    ])('fails where the file %s, says so, and leaves nothing', async (_, content, over, code) => {
      const { id, sha256 } = await withImage();
      const before = await storedChunks();
      await place('bad', typeof content === 'function' ? content() : content);
      const { id: jobId } = await asked(id, 'bad', over);
      await work();
      const failed = await job(jobId);
      expect(failed).toMatchObject({ status: 'failed', failure: { code } });
      expect(failed.failure!.message).toMatch(/\.$/);
      expect(failed.failure!.cure).toMatch(/\.$/);
      // The image that was there is still there, and nothing else.
      expect(await image(id)).toMatchObject({ state: 'ready', image: { sha256 } });
      expect(await storedChunks()).toEqual(before);
      expect(await readdir(join(folder, 'import-temp')).catch(() => [])).toEqual([]);
    });

    it('replaces an image; what only the old one had is deleted', async () => {
      const { id, sha256: old } = await withImage();
      await place('new.raw', disk(3));
      await asked(id, 'new.raw');
      await work();
      const now = (await image(id)).image!.sha256;
      expect(now).not.toBe(old);
      expect(await store.readManifest(old)).toBeNull();
      const manifest = await store.readManifest(now);
      expect(await storedChunks()).toEqual(
        [...new Set(manifest!.chunks.filter(isData).map(({ zstd }) => zstd))].sort(),
      );
    });

    it('keeps a replaced image for as long as an install writes it', async () => {
      const { id, sha256: old } = await withImage();
      const { body } = await install().expect(200);
      await place('new.raw', disk(3));
      await asked(id, 'new.raw');
      await work();
      expect(await store.readManifest(old)).not.toBeNull();
      await db.query(
        `UPDATE install SET status = 'completed', vps_password = NULL, agent_token_hash = NULL WHERE id = $1`,
        [body.data.id],
      );
      await db.transaction((tx) => app.get(ImageJobsRepository).collect(tx));
      await work();
      expect(await store.readManifest(old)).toBeNull();
    });

    it('stores what two images share only once', async () => {
      const content = disk();
      await withImage('ws2022', content);
      const before = await storedChunks();
      await withImage('ws2022-core', content);
      expect(await storedChunks()).toEqual(before);
    });

    it('fetches an address; the part of it that signs it is shown and kept nowhere', async () => {
      const content = disk();
      const paths: string[] = [];
      const server = createServer((request, response) => {
        paths.push(request.url!);
        response.end(content);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.10', resolve));
      const { port } = server.address() as AddressInfo;
      const id = await aVersion();
      const url = `http://127.0.0.10:${port}/ws.raw?signature=hunter2`;
      const { id: jobId, source } = await asked(id, url, { source: 'url' });
      expect(source).toBe(`http://127.0.0.10:${port}/ws.raw?…`);
      const kept = JSON.stringify(await db.query('SELECT * FROM image_job'));
      expect(kept).not.toContain('hunter2');
      await work();
      server.close();
      expect((await job(jobId)).failure).toBeNull();
      expect(paths).toEqual(['/ws.raw?signature=hunter2']);
      const row = await db.manager.findOneByOrFail(ImageJobEntity, { id: jobId });
      expect(row.sourceSealed).toBeNull();
      const events = JSON.stringify(await app.nats.events('security.audit.recorded.v1'));
      expect(events).not.toContain('hunter2');
    });

    it('does not connect to what customers may not reach either', async () => {
      const id = await aVersion();
      const { id: jobId } = await asked(id, 'http://169.254.169.254/x', { source: 'url' });
      await work();
      expect((await job(jobId)).failure).toMatchObject({ code: 'ADDRESS_REFUSED' });
    });

    it.each([
      ['../secret', 'does not lie in the import folder'],
      ['gone.raw', 'There is no file gone.raw'],
      ['', 'Choose a file'],
    ])('refuses the file %j before anything begins', async (location, message) => {
      await writeFile(join(folder, 'secret'), disk());
      const { body } = await askFor(await aVersion(), location).expect(400);
      expect(body.details[0].path).toBe('location');
      expect(body.message).toContain(message);
      expect(await db.query('SELECT 1 FROM image_job')).toEqual([]);
    });

    it.each([
      [{ source: 'url', location: 'ftp://example.com/x' }, 'Enter an address'],
      [{ source: 'url', location: 'https://me:word@example.com/x' }, 'Enter an address'],
      [{ source: 'disk', location: 'x' }, 'Choose a file or an address'],
      [{ source: 'file', location: 'x', sha256: 'abc' }, 'A SHA-256 has 64 characters'],
      [{ source: 'file', location: 'x', min_memory_mib: -1 }, 'Memory must be'],
    ])('refuses %j', async (over, message) => {
      const { body } = await post('/import', { windows_version_id: newId(), ...over }).expect(400);
      expect(body.message).toContain(message);
    });

    it('does not begin for a version that is not there', async () => {
      await place('a.raw', disk());
      await askFor(newId(), 'a.raw').expect(404);
    });

    it('is one at a time for a version, whoever asks at once', async () => {
      const id = await aVersion();
      await place('a.raw', disk());
      const answers = await Promise.all(
        Array.from({ length: 5 }, async () => (await askFor(id, 'a.raw')).status),
      );
      expect(answers.sort()).toEqual([202, 409, 409, 409, 409]);
    });
  });

  describe('cancelling', () => {
    it('ends what waits, and what it would have made never comes', async () => {
      const id = await aVersion();
      await place('a.raw', disk());
      const { id: jobId } = await asked(id, 'a.raw');
      expect((await post(`/imports/${jobId}/cancel`).expect(200)).body.data.status).toBe(
        'cancelled',
      );
      await work();
      expect(await image(id)).toMatchObject({ state: 'none', job: { status: 'cancelled' } });
      await post(`/imports/${jobId}/cancel`).expect(409);
    });

    it('ends what runs: nobody gets the image, however far it was', async () => {
      const id = await aVersion();
      await place('a.raw', disk());
      const { id: jobId } = await asked(id, 'a.raw');
      const jobs = app.get(ImageJobsRepository);
      const lease = (await jobs.claim('another worker', 30))!;
      expect(lease.id).toBe(jobId);
      await post(`/imports/${jobId}/cancel`).expect(200);
      expect(await jobs.renew(lease, 30, null)).toBe(false);
      expect(await db.transaction((tx) => jobs.hold(tx, lease))).toBeNull();
      expect(await db.transaction((tx) => jobs.end(tx, lease, null))).toBe(false);
      expect((await job(jobId)).status).toBe('cancelled');
    });
  });

  describe('a worker that dies', () => {
    it('is replaced when its lease ends, and the import is made whole', async () => {
      const id = await aVersion();
      await place('a.raw', disk());
      const { id: jobId } = await asked(id, 'a.raw');
      const jobs = app.get(ImageJobsRepository);
      const dead = (await jobs.claim('a worker that dies', 30))!;
      await jobs.renew(dead, 30, { step: 'importing', done: 1000, total: 5000 });
      expect(await job(jobId)).toMatchObject({ status: 'running', step: 'importing', percent: 20 });
      await work();
      // While the lease stands nobody else touches it.
      expect((await job(jobId)).status).toBe('running');
      await db.query(`UPDATE image_job SET lease_expires_at = now() - interval '1 second'`);
      await work();
      expect((await job(jobId)).status).toBe('done');
      expect((await image(id)).state).toBe('ready');
      // It wakes: nothing that it writes counts any more.
      expect(await jobs.renew(dead, 30, { step: 'importing', done: 2000, total: 5000 })).toBe(
        false,
      );
      expect(await db.transaction((tx) => jobs.hold(tx, dead))).toBeNull();
    });

    it('three times over the same import is not replaced again', async () => {
      const id = await aVersion();
      await place('a.raw', disk());
      const { id: jobId } = await asked(id, 'a.raw');
      await db.query(
        `UPDATE image_job SET status = 'running', attempts = 3, lease_expires_at = now() - interval '1 second'`,
      );
      await work();
      expect((await job(jobId)).failure).toMatchObject({ code: 'WORKER_LOST' });
    });

    it('by a stop of the service lets go at once, which counts as no attempt', async () => {
      const id = await aVersion();
      await place('a.raw', disk());
      const { id: jobId } = await asked(id, 'a.raw');
      const stop = AbortSignal.abort(new Error('the service is stopping'));
      expect(await app.get(ImageRunner).runNext('a worker', stop)).toBe(true);
      expect(await db.manager.findOneByOrFail(ImageJobEntity, { id: jobId })).toMatchObject({
        status: 'running',
        attempts: 0,
        leaseOwner: null,
      });
      await work();
      expect((await job(jobId)).status).toBe('done');
    });
  });

  describe('a collection', () => {
    it('never runs beside an import: what the import found in the store stays there', async () => {
      const id = await aVersion();
      await place('a.raw', disk());
      await asked(id, 'a.raw');
      const jobs = app.get(ImageJobsRepository);
      const lease = (await jobs.claim('importer', 30))!;
      await db.transaction((tx) => jobs.collect(tx));
      expect(await jobs.claim('collector', 30)).toBeNull();
      await db.transaction((tx) => jobs.end(tx, lease, null));
      const collection = (await jobs.claim('collector', 30))!;
      expect((await jobs.find(collection.id))!.kind).toBe('collect');
      // And no import begins beside a collection, not even on the command line.
      await asked(id, 'a.raw');
      expect(await jobs.claim('importer', 30)).toBeNull();
      expect(await jobs.holdForCommand('command', 'x.raw', 30)).toBeNull();
    });

    it('waits for an import on the command line, and does not wait for a dead one', async () => {
      const jobs = app.get(ImageJobsRepository);
      expect(await jobs.holdForCommand('command', 'x.raw', 30)).not.toBeNull();
      await db.transaction((tx) => jobs.collect(tx));
      expect(await jobs.claim('collector', 30)).toBeNull();
      await db.query(
        `UPDATE image_job SET lease_expires_at = now() - interval '1 second' WHERE source_kind = 'command'`,
      );
      expect(await jobs.claim('collector', 30)).not.toBeNull();
    });

    it('is asked for once, however often', async () => {
      const jobs = app.get(ImageJobsRepository);
      await db.transaction(async (tx) => {
        await jobs.collect(tx);
        await jobs.collect(tx);
      });
      expect(await db.query('SELECT 1 FROM image_job')).toHaveLength(1);
    });
  });

  describe('a verification', () => {
    it('finds a whole image whole', async () => {
      const { id } = await withImage();
      expect((await image(id)).verified_at).toBeNull();
      const { body } = await post(`/${id}/verify`).expect(202);
      await work();
      expect(await job(body.data.id)).toMatchObject({ kind: 'verify', status: 'done' });
      expect(await image(id)).toMatchObject({
        state: 'ready',
        verified_at: expect.any(String) as string,
      });
    });

    it('is looked at when an administrator tests the store, which changes nothing', async () => {
      app.get(OutsideSystems).limits.pauseSeconds = 0;
      const operations = '/api/admin/operations/install';
      const configured = async () => {
        const { body } = await app.http.get(operations).set(admin()).expect(200);
        return (body.data as ServiceOperations).outside?.[0]?.configured;
      };
      const test = async () => {
        const { body } = await app.http.post(`${operations}/tests/image`).set(admin()).expect(200);
        return body.data as OutsideAnswer;
      };
      expect(await configured()).toBe(false);
      expect((await test()).ok).toBe(false);
      const { id, sha256 } = await withImage();
      expect(await configured()).toBe(true);
      const whole = await test();
      expect(whole.ok).toBe(true);
      expect(whole.answer).toMatch(
        /^Windows ws2022: (\d+) chunks are listed, \1 of \1 looked for are there, and one was read$/,
      );
      const { path } = await chunkFile(sha256);
      const content = await readFile(path);
      await writeFile(path, Buffer.alloc(content.length, 1));
      expect(await test()).toMatchObject({
        ok: false,
        answer: 'Windows ws2022: a chunk is not what it is called',
      });
      await rm(path);
      expect((await test()).answer).toMatch(/^Windows ws2022: 1 of \d+ chunks are missing$/);
      expect(await image(id)).toMatchObject({ state: 'ready' });
    });

    it('withdraws a damaged image: nobody loses a disk to it; a new import mends it', async () => {
      const content = disk();
      const { id, sha256 } = await withImage('ws2022', content);
      const { path, zstd } = await chunkFile(sha256);
      await writeFile(path, Buffer.alloc((await readFile(path)).length, 1));
      const { body } = await post(`/${id}/verify`).expect(202);
      await work();
      expect(await job(body.data.id)).toMatchObject({
        status: 'failed',
        failure: { code: 'IMAGE_DAMAGED' },
      });
      expect((await image(id)).state).toBe('damaged');
      await install().expect(409);
      expect(await store.hasChunk(zstd)).toBe(false);
      await asked(id, 'ws2022.raw');
      await work();
      expect(await image(id)).toMatchObject({ state: 'ready', image: { sha256 } });
      expect(await store.hasChunk(zstd)).toBe(true);
      await install().expect(200);
    });

    it('withdraws every image that has the damaged chunk', async () => {
      const content = disk();
      const first = await withImage('ws2022', content);
      const second = await withImage('ws2022-core', content);
      await rm((await chunkFile(first.sha256)).path);
      await post(`/${first.id}/verify`).expect(202);
      await work();
      expect((await image(second.id)).state).toBe('damaged');
    });

    it('withdraws an image whose list of chunks is lost', async () => {
      const { id, sha256 } = await withImage();
      await store.deleteManifest(sha256);
      const { body } = await post(`/${id}/verify`).expect(202);
      await work();
      expect((await job(body.data.id)).failure).toMatchObject({ code: 'MANIFEST_UNREADABLE' });
      await install().expect(409);
    });

    it('has nothing to do without an image', async () => {
      await post(`/${await aVersion()}/verify`).expect(404);
      await post(`/${newId()}/verify`).expect(404);
      await post('/nonsense/verify').expect(400);
    });
  });

  describe('a deletion', () => {
    const remove = (id: string) => app.http.delete(`${PATH}/${id}`).set(admin());

    it('takes the image from its version, and deletes what nobody else needs', async () => {
      const content = disk();
      const { id } = await withImage('ws2022', content);
      const other = await withImage('ws2022-core', content);
      await remove(id).expect(200);
      await work();
      expect((await image(id)).state).toBe('none');
      expect((await storedChunks()).length).toBeGreaterThan(0);
      await remove(other.id).expect(200);
      await work();
      expect(await storedChunks()).toEqual([]);
      await remove(id).expect(404);
    });

    it.each(['reserving', 'pending', 'preparing', 'running'])(
      'is refused while an install of it is %s',
      async (status) => {
        const { id, sha256 } = await withImage();
        await install().expect(200);
        await db.query('UPDATE install SET status = $1', [status]);
        const { body } = await remove(id).expect(409);
        expect(body.message).toContain('An install under way writes the image');
        expect((await image(id)).image?.sha256).toBe(sha256);
      },
    );

    it('is refused while the image is imported or verified', async () => {
      const { id } = await withImage();
      await post(`/${id}/verify`).expect(202);
      await remove(id).expect(409);
    });

    it('and an install at once: one of them is refused, or the install has all its chunks', async () => {
      for (let round = 0; round < 5; round++) {
        const { id, sha256 } = await withImage(`race-${round}`);
        const [deleted, begun] = await Promise.all([
          remove(id),
          install(`race-${round}`, `8.8.6.${round}`),
        ]);
        expect([
          [200, 400],
          [200, 409],
          [409, 200],
        ]).toContainEqual([deleted.status, begun.status]);
        await work();
        if (begun.status === 200) expect(await store.readManifest(sha256)).not.toBeNull();
      }
    });
  });

  it('lists the files of the import folder, and nothing beside it', async () => {
    await place('a.raw', Buffer.from('abc'));
    await writeFile(join(folder, 'secret'), 'x');
    const { body } = await get('/files').expect(200);
    expect(body.data).toMatchObject([{ name: 'a.raw', size: 3 }]);
  });

  it('counts the installs that write each image', async () => {
    const { id } = await withImage();
    await install('ws2022', '8.8.7.1').expect(200);
    await install('ws2022', '8.8.7.2').expect(200);
    expect((await image(id)).active_installs).toBe(2);
  });

  it('records each act of an administrator', async () => {
    const { id } = await withImage('audited');
    await post(`/${id}/verify`).expect(202);
    await work();
    await app.http.delete(`${PATH}/${id}`).set(admin()).expect(200);
    const actions = await waitFor(async () => {
      const events = await app.nats.events('security.audit.recorded.v1');
      const ours = events.filter(
        ({ payload: { target, action } }) =>
          target === `windows-version:${id}` && action.startsWith('windows-image.'),
      );
      return ours.length >= 4 ? ours.map(({ payload }) => [payload.action, payload.actorId]) : null;
    });
    expect(actions).toEqual([
      ['windows-image.import-requested', adminId],
      ['windows-image.imported', adminId],
      ['windows-image.verification-requested', adminId],
      ['windows-image.deleted', adminId],
    ]);
  });

  it('§6 is for administrators only', async () => {
    const id = await aVersion();
    const calls = (who?: { authorization: string }) =>
      [
        app.http.get(PATH),
        app.http.get(`${PATH}/files`),
        app.http.post(`${PATH}/import`).send({}),
        app.http.get(`${PATH}/imports/${newId()}`),
        app.http.post(`${PATH}/imports/${newId()}/cancel`),
        app.http.post(`${PATH}/${id}/verify`),
        app.http.delete(`${PATH}/${id}`),
      ].map((call) => call.set(who ?? {}));
    for (const call of calls(app.as({ userId: newId() }))) await call.expect(403);
    for (const call of calls()) await call.expect(401);
  });
});

function iso(): Buffer {
  const bytes = Buffer.alloc(40 * 1024);
  bytes.write('CD001', 0x8001, 'latin1');
  return bytes;
}
