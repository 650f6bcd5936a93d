import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImageJobsService } from '../../src/image-jobs/image-jobs.service.js';
import { imageWorld } from '../factories/image-world.js';
import { OriginServer } from '../fakes/origin-server.js';
import { missingVersitygw, Versitygw } from '../s3/versitygw.js';

(missingVersitygw === null ? describe : describe.skip)(
  `copies of images at origins${missingVersitygw === null ? '' : ` (not run: ${missingVersitygw})`}`,
  () => {
    let gateway: Versitygw;
    let web: OriginServer;
    let webFolder: string;
    const world = imageWorld(async () => {
      gateway = await Versitygw.start();
      webFolder = join(gateway.objects, 'web');
      web = await OriginServer.start(webFolder, '127.0.0.1');
      const { endpoint, bucket, prefix, accessKeyId, secretAccessKey } = gateway.settings;
      const keys = { access_key_id: accessKeyId, secret_access_key: secretAccessKey };
      return {
        IMAGE_ORIGINS: JSON.stringify([
          { name: 'jakarta', endpoint, bucket, prefix, ...keys },
          { name: 'cdn', url: web.url },
          { name: 'barred', endpoint, bucket, prefix, ...keys, secret_access_key: 'another' },
        ]),
      };
    });
    afterAll(async () => {
      web.close();
      await gateway.close();
    });
    beforeEach(async () => {
      await rm(join(gateway.objects, 'casement'), { recursive: true, force: true });
      await rm(webFolder, { recursive: true, force: true });
    });

    const copyTo = async (id: string, origin: string) => {
      const { body } = await world.post(`/${id}/replicate`, { origin }).expect(202);
      expect(body.data).toMatchObject({ kind: 'replicate', source: origin, status: 'queued' });
      await world.work();
      return world.job(body.data.id as string);
    };
    const isComplete = async (id: string) =>
      (await world.image(id)).copies!.filter((one) => one.verified_at).map(({ origin }) => origin);
    const inBucket = async () =>
      (await readdir(gateway.objects, { recursive: true }))
        .filter((name) => name.startsWith('casement/') && name.endsWith('.zst'))
        .map((name) => name.slice(-68, -4))
        .sort();

    it('makes a verified copy by a job and offers it from then on', async () => {
      const { id } = await world.withImage();
      expect(await isComplete(id)).toEqual([]);
      const { status, failure } = await copyTo(id, 'jakarta');
      expect({ status, failure }).toEqual({ status: 'done', failure: null });
      expect(await isComplete(id)).toEqual(['jakarta']);
      expect(await inBucket()).toEqual(await world.storedChunks());
    });

    it('skips chunks that are already there and replaces damaged ones', async () => {
      const { id, sha256 } = await world.withImage();
      await copyTo(id, 'jakarta');
      const { zstd } = await world.chunkFile(sha256);
      const path = join(gateway.objects, 'casement', 'chunks', zstd.slice(0, 2), `${zstd}.zst`);
      await writeFile(path, 'damaged');
      expect((await copyTo(id, 'jakarta')).status).toBe('done');
      expect(await isComplete(id)).toEqual(['jakarta']);
      expect(await inBucket()).toEqual(await world.storedChunks());
    });

    it('only reads a copy on a web server and does not offer it while a chunk is missing', async () => {
      const { id, sha256 } = await world.withImage();
      await cp(join(world.folder, 'images'), webFolder, { recursive: true });
      expect((await copyTo(id, 'cdn')).status).toBe('done');
      expect(await isComplete(id)).toEqual(['cdn']);
      const { zstd } = await world.chunkFile(sha256);
      await rm(join(webFolder, 'chunks', zstd.slice(0, 2), `${zstd}.zst`));
      const again = await copyTo(id, 'cdn');
      expect(again.failure).toMatchObject({ code: 'ORIGIN_INCOMPLETE' });
      expect(again.failure?.message).toContain('On the origin cdn, 1 of');
      expect(await isComplete(id)).toEqual([]);
    });

    it('fails with a reason if the origin denies access', async () => {
      const { id } = await world.withImage();
      const { status, failure } = await copyTo(id, 'barred');
      expect({ status, code: failure?.code }).toEqual({
        status: 'failed',
        code: 'STORE_SECRET_WRONG',
      });
    });

    it('has no copies for a version that gets another image', async () => {
      const { id } = await world.withImage();
      await copyTo(id, 'jakarta');
      await world.putFile('other.raw', world.disk(2));
      await world.asked(id, 'other.raw');
      await world.work();
      expect(await isComplete(id)).toEqual([]);
    });

    const remove = (id: string) =>
      world.app.http.delete(`/api/admin/windows-versions/${id}`).set(world.admin()).expect(200);
    const collect = async () => {
      await world.db.transaction((tx) => world.app.get(ImageJobsService).addCollection(tx));
      await world.work();
    };
    const copies = () =>
      world.db.query(`SELECT origin FROM image_copy ORDER BY manifest_sha256, origin`);

    it('deletes copies with their version, except chunks of other images', async () => {
      const { id } = await world.withImage();
      const { id: other } = await world.withImage('ws2025', world.disk(2));
      await copyTo(id, 'jakarta');
      await copyTo(other, 'jakarta');
      const both = await inBucket();
      await remove(id);
      await collect();
      const left = await inBucket();
      expect(left).toEqual(await world.storedChunks());
      expect(left.length).toBeGreaterThan(0);
      expect(left.length).toBeLessThan(both.length);
      expect(await isComplete(other)).toEqual(['jakarta']);
      expect(await copies()).toEqual([{ origin: 'jakarta' }]);
    });

    it('keeps the image while the bucket is unavailable and deletes both with the next collection', async () => {
      const { id, sha256 } = await world.withImage();
      await copyTo(id, 'jakarta');
      await gateway.kill();
      await remove(id);
      await collect();
      expect(await copies()).toEqual([{ origin: 'jakarta' }]);
      expect(await world.store.readManifest(sha256)).not.toBeNull();
      await gateway.run();
      await collect();
      expect([await copies(), await inBucket(), await world.storedChunks()]).toEqual([[], [], []]);
    });

    it('leaves files on a web server and only deletes the record of the copy', async () => {
      const { id } = await world.withImage();
      await cp(join(world.folder, 'images'), webFolder, { recursive: true });
      await copyTo(id, 'cdn');
      await remove(id);
      await collect();
      expect(await copies()).toEqual([]);
      expect((await readdir(webFolder)).length).toBeGreaterThan(0);
    });

    it('refuses an unknown origin, a version without an image and a busy image', async () => {
      const { id } = await world.withImage();
      await world.post(`/${id}/replicate`, { origin: 'nowhere' }).expect(400);
      await world.post(`/${id}/replicate`, {}).expect(400);
      await world
        .post(`/${await world.aVersion('empty')}/replicate`, { origin: 'cdn' })
        .expect(404);
      await world.post(`/${id}/verify`).expect(202);
      await world.post(`/${id}/replicate`, { origin: 'cdn' }).expect(409);
    });
  },
);
