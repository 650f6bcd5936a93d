import { readFile, rm, writeFile } from 'node:fs/promises';
import type { DependencyTestResult, ServiceOperations } from '@casement/proto/http/operations.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { ImageJobsService } from '../../src/image-jobs/image-jobs.service.js';
import { imageLeases } from '../factories/image-work.js';
import { imageWorld, PATH } from '../factories/image-world.js';
import { limitStatements } from '../factories/limit-statements.js';

describe('/admin/windows-images store maintenance', () => {
  const world = imageWorld();
  const {
    admin,
    post,
    image,
    job,
    aVersion,
    putFile,
    asked,
    work,
    disk,
    withImage,
    install,
    chunkFile,
    storedChunks,
  } = world;

  describe('collection', () => {
    it('never runs during an import, so chunks found by the import stay', async () => {
      const id = await aVersion();
      await putFile('a.raw', disk());
      await asked(id, 'a.raw');
      const jobs = world.app.get(ImageJobsService);
      const lease = (await imageLeases(world.app).claim('importer'))!;
      await world.db.transaction((tx) => jobs.addCollection(tx));
      expect(await imageLeases(world.app).claim('collector')).toBeNull();
      await world.db.transaction((tx) => jobs.end(tx, lease, null));
      const collection = (await imageLeases(world.app).claim('collector'))!;
      expect((await jobs.find(collection.id))!.kind).toBe('collect');
      // No import starts during a collection, not even on the command line.
      await asked(id, 'a.raw');
      expect(await imageLeases(world.app).claim('importer')).toBeNull();
      expect(await imageLeases(world.app).claimForCommand('command', 'x.raw')).toBeNull();
    });

    it('waits for a live import on the command line, but not for a dead one', async () => {
      const jobs = world.app.get(ImageJobsService);
      const command = (await imageLeases(world.app).claimForCommand('command', 'x.raw'))!;
      await world.db.transaction((tx) => jobs.addCollection(tx));
      expect(await imageLeases(world.app).claim('collector')).toBeNull();
      await world.db.query(
        `UPDATE image_job SET lease_until = now() - interval '1 second' WHERE source_kind = 'command'`,
      );
      expect(await imageLeases(world.app).claim('collector')).not.toBeNull();
      // A suspended import cannot renew its lease, because its chunks may have been deleted.
      expect(await imageLeases(world.app).renew(command)).toBe(false);
      expect(await world.db.transaction((tx) => jobs.end(tx, command, null))).toBe(false);
    });

    it('is queued once, however often it is requested', async () => {
      const jobs = world.app.get(ImageJobsService);
      await world.db.transaction(async (tx) => {
        await jobs.addCollection(tx);
        await jobs.addCollection(tx);
      });
      expect(await world.db.query('SELECT 1 FROM image_job')).toHaveLength(1);
    });
  });

  it('deletes old jobs in batches and keeps those still needed', async () => {
    const versionId = await aVersion();
    const add = (kind: string, version: string | null, ended: string, count = 1) =>
      world.db.query(
        `INSERT INTO image_job (id, kind, version_id, status, finished_at)
         SELECT gen_random_uuid(), $1, $2, 'done', now() - $3::interval FROM generate_series(1, $4)`,
        [kind, version, ended, count],
      );
    await add('collect', null, '25 hours', 2_500);
    await add('inspect', null, '23 hours');
    await add('import', versionId, '91 days');
    await add('import', versionId, '89 days');
    const jobs = world.app.get(ImageJobsService);
    await world.db.transaction((tx) => jobs.addCollection(tx));
    const unlimited = await limitStatements(world.app.database, 'DELETE', 'image_job');
    await work();
    await unlimited();
    const left = await world.db.query(
      `SELECT kind, status, finished_at < now() - interval '1 hour' AS old FROM image_job ORDER BY kind`,
    );
    expect(left).toEqual([
      { kind: 'collect', status: 'done', old: false },
      { kind: 'import', status: 'done', old: true },
      { kind: 'inspect', status: 'done', old: true },
    ]);
  });

  describe('verification', () => {
    it('accepts an undamaged image', async () => {
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

    it('checks only a sample and changes nothing when an administrator tests the store', async () => {
      world.app.get(ExternalDependencies).limits.pauseSeconds = 0;
      const operations = '/api/admin/operations/install';
      const configured = async () => {
        const { body } = await world.app.http.get(operations).set(admin()).expect(200);
        return (body.data as ServiceOperations).outside?.[0]?.configured;
      };
      const test = async () => {
        const { body } = await world.app.http
          .post(`${operations}/tests/image`)
          .set(admin())
          .expect(200);
        return body.data as DependencyTestResult;
      };
      expect(await configured()).toBe(false);
      expect((await test()).ok).toBe(false);
      const { id, sha256 } = await withImage();
      expect(await configured()).toBe(true);
      const intact = await test();
      expect(intact.ok).toBe(true);
      expect(intact.answer).toMatch(
        /^Windows ws2022: Image readable \((1 chunk|\d+ chunks) checked\), not certified$/,
      );
      const { path } = await chunkFile(sha256);
      const content = await readFile(path);
      await writeFile(path, Buffer.alloc(content.length, 1));
      expect(await test()).toMatchObject({
        ok: false,
        answer: 'Windows ws2022: corrupt chunk',
      });
      await rm(path);
      expect((await test()).answer).toMatch(/^Windows ws2022: 1 of \d+ chunks are missing$/);
      expect(await image(id)).toMatchObject({ state: 'ready' });
    });

    it('withdraws a damaged image before an install erases a disk, and an import repairs it', async () => {
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
      expect(await world.store.hasChunk(zstd)).toBe(false);
      await asked(id, 'ws2022.raw');
      await work();
      expect(await image(id)).toMatchObject({ state: 'ready', image: { sha256 } });
      expect(await world.store.hasChunk(zstd)).toBe(true);
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

    it('withdraws an image whose manifest is missing', async () => {
      const { id, sha256 } = await withImage();
      await world.store.deleteManifest(sha256);
      const { body } = await post(`/${id}/verify`).expect(202);
      await work();
      expect((await job(body.data.id)).failure).toMatchObject({ code: 'MANIFEST_UNREADABLE' });
      await install().expect(409);
    });

    it('returns 404 without an image', async () => {
      await post(`/${await aVersion()}/verify`).expect(404);
      await post(`/${newId()}/verify`).expect(404);
      await post('/nonsense/verify').expect(400);
    });
  });

  describe('deletion', () => {
    const remove = (id: string) => world.app.http.delete(`${PATH}/${id}`).set(admin());

    it('removes the image from its version and deletes unneeded chunks', async () => {
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
        await world.db.query('UPDATE install SET status = $1', [status]);
        const { body } = await remove(id).expect(409);
        expect(body.message).toContain('An install in progress is writing the image');
        expect((await image(id)).image?.sha256).toBe(sha256);
      },
    );

    it('is refused while the image is imported or verified', async () => {
      const { id } = await withImage();
      await post(`/${id}/verify`).expect(202);
      await remove(id).expect(409);
    });

    it('either prevents a concurrent install or keeps all chunks that it needs', async () => {
      for (let round = 0; round < 5; round++) {
        const { id, sha256 } = await withImage(`race-${round}`);
        const [deleted, installStarted] = await Promise.all([
          remove(id),
          install(`race-${round}`, `8.8.6.${round}`),
        ]);
        expect([
          [200, 400],
          [200, 409],
          [409, 200],
        ]).toContainEqual([deleted.status, installStarted.status]);
        await work();
        if (installStarted.status === 200)
          expect(await world.store.readManifest(sha256)).not.toBeNull();
      }
    });
  });
});
