import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ServiceOperations } from '@casement/proto/http/operations.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { importRawImage } from '@casement/windows-image/import/import-raw.js';
import { isData } from '@casement/windows-image/store/manifest.js';
import { diskImage } from '@casement/windows-image/testing/disk-image.js';
import { windowsDisk } from '@casement/windows-image/testing/windows-disk.js';
import { ImageJobEntity } from '../../src/image-jobs/image-job.entity.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { ImageJobsRepository } from '../../src/image-jobs/image-jobs.repository.js';
import { ImageJobsService } from '../../src/image-jobs/image-jobs.service.js';
import { imageLeases, runNextImageJob } from '../factories/image-work.js';
import { DISK_BYTES, imageWorld, MIB } from '../factories/image-world.js';

describe('importing /admin/windows-images', () => {
  const world = imageWorld();
  const {
    admin,
    post,
    image,
    job,
    aVersion,
    putFile,
    askFor,
    asked,
    work,
    disk,
    withImage,
    install,
    storedChunks,
  } = world;

  describe('an import', () => {
    it('runs in the background and makes its version available at the end', async () => {
      const id = await aVersion();
      expect(await image(id)).toMatchObject({ state: 'none', image: null, job: null });
      const content = disk();
      await putFile('ws2022.raw', content);
      const { id: jobId, ...queued } = await asked(id, 'ws2022.raw', { min_memory_mib: 2048 });
      expect(queued).toMatchObject({ kind: 'import', status: 'queued', source: 'ws2022.raw' });
      expect((await image(id)).state).toBe('none');
      await work();
      expect(await job(jobId)).toMatchObject({ status: 'done', failure: null });
      const imported = await image(id);
      expect(imported).toMatchObject({
        state: 'ready',
        image: {
          raw_size: DISK_BYTES,
          min_disk: DISK_BYTES,
          min_memory: 2 ** 31,
          firmware: 'bios',
        },
      });
      const { manifest } = await importRawImage(
        join(world.folder, 'import', 'ws2022.raw'),
        world.store,
        {
          minMemory: 2 ** 31,
        },
      );
      const drivers = ['viostor', 'vioscsi', 'storahci', 'stornvme', 'netkvm'];
      expect(imported.image).toMatchObject({ drivers });
      expect(await world.store.readManifest(imported.image!.sha256)).toEqual({
        ...manifest,
        drivers,
      });
      const { body } = await world.app.http.get('/api/user/windows-versions').set(admin());
      expect(body.data).toMatchObject([{ slug: 'ws2022', available: true }]);
    });

    it('marks and reports an image of a Windows without NLA', async () => {
      const id = await aVersion();
      await putFile('old.raw', disk());
      expect(await image(id)).toMatchObject({ image: null });
      await asked(id, 'old.raw', { handshake_only: true });
      await work();
      const { image: facts } = await image(id);
      expect(facts).toMatchObject({ handshake_only: true });
      expect(await world.store.readManifest(facts!.sha256)).toMatchObject({
        rdpProof: 'handshake',
      });
    });

    it('accepts a compressed file with the requested SHA-256', async () => {
      const id = await aVersion();
      const packed = gzipSync(disk());
      await putFile('disk.img.gz', packed);
      const sha256 = createHash('sha256').update(packed).digest('hex').toUpperCase();
      const { id: jobId } = await asked(id, 'disk.img.gz', { sha256 });
      await work();
      expect((await job(jobId)).status).toBe('done');
    });

    it('is listed as failed until another follows and can be retried', async () => {
      const { id } = await withImage();
      await putFile('bad', Buffer.alloc(2 * MIB));
      const { id: jobId } = await asked(id, 'bad');
      await work();
      const operations = '/api/admin/operations/install';
      const failed = async () => {
        const { body } = await world.app.http.get(operations).set(admin()).expect(200);
        return (body.data as ServiceOperations).failed_jobs;
      };
      expect(await failed()).toMatchObject({
        total: 1,
        rows: [{ kind: 'image', id: jobId, title: 'import bad', can_retry: true }],
      });
      await putFile('bad', disk());
      const retry = () =>
        world.app.http.post(`${operations}/failed-jobs/image/${jobId}/retry`).set(admin());
      await retry().expect(200);
      await retry().expect(404);
      await work();
      expect(await failed()).toEqual({ total: 0, rows: [] });
      expect(await image(id)).toMatchObject({ state: 'ready', job: { status: 'done' } });
    });

    it.each<[string, Buffer | (() => Buffer), object, string]>([
      ['is another file', () => gzipSync(disk()), { sha256: '0'.repeat(64) }, 'SHA256_DIFFERENT'],
      ['is truncated', () => gzipSync(disk()).subarray(0, 9000), {}, 'COMPRESSION_DAMAGED'],
      ['has no partition table', Buffer.alloc(2 * MIB), {}, 'NO_PARTITION_TABLE'],
      ['contains only zeros after a partition table and an NTFS header', header, {}, 'NO_WINDOWS'],
      ['lists Windows files without their content', hollow, {}, 'NO_WINDOWS'],
      ['breaks the image contract', () => dirty(disk()), {}, 'CONTRACT_REFUSED'],
      ['is an ISO', iso(), {}, 'FORMAT_UNSUPPORTED'],
    ])('fails with a code and leaves no chunks if the file %s', async (_, content, over, code) => {
      const { id, sha256 } = await withImage();
      const before = await storedChunks();
      await putFile('bad', typeof content === 'function' ? content() : content);
      const { id: jobId } = await asked(id, 'bad', over);
      await work();
      const failed = await job(jobId);
      expect(failed).toMatchObject({ status: 'failed', failure: { code } });
      expect(failed.failure!.message).toMatch(/\.$/);
      expect(failed.failure!.cure).toMatch(/\.$/);
      // Only the previous image is still there.
      expect(await image(id)).toMatchObject({ state: 'ready', image: { sha256 } });
      expect(await storedChunks()).toEqual(before);
      expect(await readdir(join(world.folder, 'import-temp')).catch(() => [])).toEqual([]);
    });

    it('replaces an image and deletes chunks that only the old one had', async () => {
      const { id, sha256: old } = await withImage();
      await putFile('new.raw', disk(1));
      await asked(id, 'new.raw');
      await work();
      const now = (await image(id)).image!.sha256;
      expect(now).not.toBe(old);
      expect(await world.store.readManifest(old)).toBeNull();
      const manifest = await world.store.readManifest(now);
      expect(await storedChunks()).toEqual(
        [...new Set(manifest!.chunks.filter(isData).map(({ zstd }) => zstd))].sort(),
      );
    });

    it('keeps a replaced image while an install writes it', async () => {
      const { id, sha256: old } = await withImage();
      const { body } = await install().expect(200);
      await putFile('new.raw', disk(1));
      await asked(id, 'new.raw');
      await work();
      expect(await world.store.readManifest(old)).not.toBeNull();
      await world.db.query(
        `UPDATE install SET status = 'completed', vps_password = NULL, agent_token_hash = NULL WHERE id = $1`,
        [body.data.id],
      );
      await world.db.transaction((tx) => world.app.get(ImageJobsService).addCollection(tx));
      await work();
      expect(await world.store.readManifest(old)).toBeNull();
    });

    it('stores chunks shared by two images once', async () => {
      const content = disk();
      await withImage('ws2022', content);
      const before = await storedChunks();
      await withImage('ws2022-core', content);
      expect(await storedChunks()).toEqual(before);
    });

    it('downloads a URL without showing or storing its signature', async () => {
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
      const sha256 = createHash('sha256').update(content).digest('hex');
      const { id: jobId, source } = await asked(id, url, { source: 'url', sha256 });
      expect(source).toBe(`http://127.0.0.10:${port}/ws.raw?…`);
      const stored = JSON.stringify(await world.db.query('SELECT * FROM image_job'));
      expect(stored).not.toContain('hunter2');
      await work();
      server.close();
      expect((await job(jobId)).failure).toBeNull();
      expect(paths).toEqual(['/ws.raw?signature=hunter2']);
      const row = await world.db.manager.findOneByOrFail(ImageJobEntity, { id: jobId });
      expect(row.sourceSealed).toBeNull();
      const events = JSON.stringify(await world.app.nats.events('security.audit.recorded.v1'));
      expect(events).not.toContain('hunter2');
    });

    it('does not connect to addresses that are refused to customers', async () => {
      const id = await aVersion();
      const { id: jobId } = await asked(id, 'https://169.254.169.254/x', { source: 'url' });
      await work();
      expect((await job(jobId)).failure).toMatchObject({ code: 'ADDRESS_REFUSED' });
    });

    it.each([
      ['../secret', 'is not in the import folder'],
      ['gone.raw', 'There is no file gone.raw'],
      ['', 'Choose a file'],
    ])('rejects the file %j before the import starts', async (location, message) => {
      await writeFile(join(world.folder, 'secret'), disk());
      const { body } = await askFor(await aVersion(), location).expect(400);
      expect(body.details[0].path).toBe('location');
      expect(body.message).toContain(message);
      expect(await world.db.query('SELECT 1 FROM image_job')).toEqual([]);
    });

    it.each([
      [{ source: 'url', location: 'ftp://example.com/x' }, 'Enter a URL'],
      [{ source: 'url', location: 'http://example.com/x' }, 'needs the file’s SHA-256'],
      [{ source: 'url', location: 'https://me:word@example.com/x' }, 'Enter a URL'],
      [{ source: 'disk', location: 'x' }, 'Choose a file, an upload or a URL'],
      [{ source: 'file', location: 'x', sha256: 'abc' }, 'A SHA-256 must be 64 characters'],
      [{ source: 'file', location: 'x', min_memory_mib: -1 }, 'Memory must be'],
    ])('rejects %j', async (over, message) => {
      const { body } = await post('/import', { windows_version_id: newId(), ...over }).expect(400);
      expect(body.message).toContain(message);
    });

    it('returns 404 for an unknown version', async () => {
      await putFile('a.raw', disk());
      await askFor(newId(), 'a.raw').expect(404);
    });

    it('allows one import per version when requests are concurrent', async () => {
      const id = await aVersion();
      await putFile('a.raw', disk());
      const answers = await Promise.all(
        Array.from({ length: 5 }, async () => (await askFor(id, 'a.raw')).status),
      );
      expect(answers.sort()).toEqual([202, 409, 409, 409, 409]);
    });
  });

  describe('cancelling', () => {
    it('ends a queued import, which stores no image later', async () => {
      const id = await aVersion();
      await putFile('a.raw', disk());
      const { id: jobId } = await asked(id, 'a.raw');
      expect((await post(`/imports/${jobId}/cancel`).expect(200)).body.data.status).toBe(
        'cancelled',
      );
      await work();
      expect(await image(id)).toMatchObject({ state: 'none', job: { status: 'cancelled' } });
      await post(`/imports/${jobId}/cancel`).expect(409);
    });

    it('ends a running import at any stage without assigning an image', async () => {
      const id = await aVersion();
      await putFile('a.raw', disk());
      const { id: jobId } = await asked(id, 'a.raw');
      const jobs = world.app.get(ImageJobsService);
      const leases = imageLeases(world.app);
      const lease = (await leases.claim('another worker'))!;
      expect(lease.id).toBe(jobId);
      await post(`/imports/${jobId}/cancel`).expect(200);
      expect(await leases.renew(lease)).toBe(false);
      await expect(world.db.transaction((tx) => leases.hold(tx, lease))).rejects.toThrow(LeaseLost);
      expect(await world.db.transaction((tx) => jobs.end(tx, lease, null))).toBe(false);
      expect((await job(jobId)).status).toBe('cancelled');
    });
  });

  describe('crashed worker', () => {
    it('is replaced after its lease expires, and the import completes', async () => {
      const id = await aVersion();
      await putFile('a.raw', disk());
      const { id: jobId } = await asked(id, 'a.raw');
      const jobs = world.app.get(ImageJobsRepository);
      const leases = imageLeases(world.app);
      const dead = (await leases.claim('a worker that dies'))!;
      await jobs.recordProgress(dead, { step: 'importing', done: 1000, total: 5000 });
      expect(await job(jobId)).toMatchObject({ status: 'running', step: 'importing', percent: 20 });
      await work();
      // No other worker touches the import until the lease expires.
      expect((await job(jobId)).status).toBe('running');
      await world.db.query(`UPDATE image_job SET lease_until = now() - interval '1 second'`);
      await work();
      expect((await job(jobId)).status).toBe('done');
      expect((await image(id)).state).toBe('ready');
      // The first worker continues, but its writes no longer count.
      const lateProgress = { step: 'importing', done: 2000, total: 5000 } as const;
      expect(await jobs.recordProgress(dead, lateProgress)).toBe(false);
      expect(await leases.renew(dead)).toBe(false);
      await expect(world.db.transaction((tx) => leases.hold(tx, dead))).rejects.toThrow(LeaseLost);
    });

    it('is not replaced after three crashes in the same import', async () => {
      const id = await aVersion();
      await putFile('a.raw', disk());
      const { id: jobId } = await asked(id, 'a.raw');
      await world.db.query(
        `UPDATE image_job SET status = 'running', attempts = 3, lease_until = now() - interval '1 second'`,
      );
      await work();
      expect((await job(jobId)).failure).toMatchObject({ code: 'WORKER_LOST' });
    });

    it('releases the import immediately at a shutdown, which counts as no attempt', async () => {
      const id = await aVersion();
      await putFile('a.raw', disk());
      const { id: jobId } = await asked(id, 'a.raw');
      const stop = AbortSignal.abort(new Error('the service is stopping'));
      expect(await runNextImageJob(world.app, stop)).toBe(true);
      expect(await world.db.manager.findOneByOrFail(ImageJobEntity, { id: jobId })).toMatchObject({
        status: 'running',
        attempts: 0,
        leaseOwner: null,
      });
      await work();
      expect((await job(jobId)).status).toBe('done');
    });
  });
});

function iso(): Buffer {
  const bytes = Buffer.alloc(40 * 1024);
  bytes.write('CD001', 0x8001, 'latin1');
  return bytes;
}

/** Creates a disk as large as a test image that has only headers, as accepted by earlier versions. */
function header(): Buffer {
  return diskImage(64 * MIB);
}

/** Keeps the directory tree complete, but fills file contents with zeros. */
function hollow(): Buffer {
  const disk = windowsDisk();
  for (let at = disk.indexOf('regf'); at >= 0; at = disk.indexOf('regf')) disk.fill(0, at, at + 4);
  return disk;
}

/** Sets the flags that Windows leaves after a power failure. */
function dirty(disk: Buffer): Buffer {
  const record = disk.indexOf(Buffer.from('$Volume', 'utf16le'));
  disk[disk.indexOf(Buffer.from([3, 1, 0, 0]), record) + 2] = 1;
  return disk;
}
