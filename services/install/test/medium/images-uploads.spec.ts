import { createHash, randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  MAX_UPLOADS,
  type ImageUpload,
} from '@casement/proto/http/install/windows/image-uploads.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { UploadSweeper } from '../../src/uploads/upload-sweeper.js';
import { imageLeases, runNextImageJob } from '../factories/image-work.js';
import { uploader } from '../factories/image-upload.js';
import { imageWorld, MIB, PATH } from '../factories/image-world.js';

describe('/admin/windows-images/uploads', () => {
  const world = imageWorld();
  const { get, post, work, disk, aVersion, askFor, image, job, admin } = world;
  const { ofParts, begin, startUpload, putPart, complete, upload, send } = uploader(world);
  const remove = (id: string) => world.app.http.delete(`${PATH}/uploads/${id}`).set(admin());
  const never = new AbortController().signal;
  const sweep = () => world.app.get(UploadSweeper).sweepUploads(never);
  const sweepFolders = () => world.app.get(UploadSweeper).sweepFolders(never);
  const stored = (id = '') => readdir(join(world.folder, 'images', 'uploads', id)).catch(() => []);
  const temporary = () => readdir(join(world.folder, 'import-temp')).catch(() => []);

  const content = randomBytes(9 * MIB + 5);
  const [first, second, third] = ofParts(content) as [Buffer, Buffer, Buffer];

  it('accepts parts in any order and repeatedly, and returns the missing ones', async () => {
    const { id } = await startUpload(content);
    expect(await upload(id)).toMatchObject({
      status: 'uploading',
      received: 0,
      missing: [{ first: 0, last: 2 }],
      first_part_sha256: null,
    });
    await putPart(id, 2, third).expect(200);
    await putPart(id, 0, first).expect(200);
    await putPart(id, 0, first).expect(200);
    expect(await upload(id)).toMatchObject({
      received: 5 * MIB + 5,
      missing: [{ first: 1, last: 1 }],
      first_part_sha256: createHash('sha256').update(first).digest('hex'),
    });
    const { body } = await complete(id, content).expect(409);
    expect(body).toMatchObject({ code: 'UPLOAD_STATE', message: expect.stringContaining('(1 to') });
    await putPart(id, 1, second).expect(200);
    await complete(id, content).expect(202);
    // A repeated request refers to the same inspection.
    await complete(id, content).expect(202);
    expect((await putPart(id, 1, second)).status).toBe(200);
    await work();
    expect(await upload(id)).toMatchObject({
      status: 'ready',
      received: content.length,
      missing: [],
      sha256: createHash('sha256').update(content).digest('hex'),
      failure: null,
    });
    expect(await temporary()).toEqual([]);
  });

  it('keeps one of two contents sent concurrently under one number', async () => {
    const { id } = await startUpload(content);
    const other = randomBytes(first.length);
    const answers = await Promise.all([first, other].map((part) => putPart(id, 0, part)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('rejects a part of another file, and parts of two files', async () => {
    const { id } = await startUpload(content);
    await putPart(id, 0, first).expect(200);
    const refused = await putPart(id, 0, randomBytes(first.length)).expect(409);
    expect(refused.body.code).toBe('UPLOAD_DIFFERENT');
    await putPart(id, 1, second).expect(200);
    await putPart(id, 2, randomBytes(third.length)).expect(200);
    expect((await complete(id, content).expect(409)).body.code).toBe('UPLOAD_DIFFERENT');
    expect((await upload(id)).status).toBe('uploading');
  });

  it.each([
    ['a part that is too large', 0, Buffer.alloc(4 * MIB + 1), 413, 'BODY_TOO_LARGE'],
    ['a part that is too small', 0, Buffer.alloc(4 * MIB - 1), 400, 'VALIDATION_FAILED'],
    ['an empty part', 0, Buffer.alloc(0), 400, 'VALIDATION_FAILED'],
    ['a last part of full size', 2, Buffer.alloc(4 * MIB), 413, 'BODY_TOO_LARGE'],
    ['a part past the end', 3, Buffer.alloc(5), 400, 'VALIDATION_FAILED'],
  ])('rejects %s and stores none of it', async (_, number, part, status, code) => {
    const { id } = await startUpload(content);
    const { body } = await putPart(id, number, part).expect(status);
    expect(body.code).toBe(code);
    expect(await upload(id)).toMatchObject({ received: 0 });
    expect(await stored(id)).toEqual([]);
  });

  it('rejects a part without its hash or with a wrong hash', async () => {
    const { id } = await startUpload(content);
    const changed = await putPart(id, 0, first, second).expect(400);
    expect(changed.body.message).toContain('SHA-256 does not match');
    const plain = await world.app.http
      .put(`${PATH}/uploads/${id}/parts/0`)
      .set(admin())
      .set('content-type', 'application/octet-stream')
      .send(first)
      .expect(400);
    expect(plain.body.message).toContain('Content-Digest: sha-256=');
    expect(await upload(id)).toMatchObject({ received: 0 });
  });

  it('accepts no parts after all were sent', async () => {
    const id = await send(content);
    const { body } = await putPart(id, 2, randomBytes(third.length)).expect(409);
    expect(body.code).toBe('UPLOAD_STATE');
  });

  it('rejects a file that does not have the declared hash', async () => {
    const id = await send(content, { sha256: 'a'.repeat(64) });
    await work();
    const found = createHash('sha256').update(content).digest('hex');
    expect(await upload(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'SHA256_DIFFERENT', message: expect.stringContaining(found) },
    });
  });

  it('detects a part that the store lost or changed, and inspects again when requested', async () => {
    const id = await send(content);
    const [name] = (await stored(id)).filter((part) => part.startsWith('1-'));
    const path = join(world.folder, 'images', 'uploads', id, name);
    await writeFile(path, randomBytes(second.length));
    await work();
    expect(await upload(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'UPLOAD_LOST', message: expect.stringContaining('part 1 of a.raw') },
    });
    await writeFile(path, second);
    await complete(id, content).expect(202);
    await work();
    expect((await upload(id)).status).toBe('ready');
  });

  it('repeats the inspection after a worker crash, and runs it once with two workers', async () => {
    const id = await send(content);
    const dead = await imageLeases(world.app).claim('a worker that dies');
    expect(await runNextImageJob(world.app)).toBe(false);
    await world.db.query(`UPDATE image_job SET lease_until = now() - interval '1 second'`);
    const runs = await Promise.all([runNextImageJob(world.app), runNextImageJob(world.app)]);
    expect(runs.sort()).toEqual([false, true]);
    expect((await upload(id)).status).toBe('ready');
    expect(dead).not.toBeNull();
  });

  it('reports a failure after repeated worker crashes', async () => {
    const id = await send(content);
    await world.db.query(`UPDATE image_job SET attempts = 3 WHERE kind = 'inspect'`);
    await work();
    expect(await upload(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'WORKER_LOST' },
    });
  });

  it('rejects a truncated ISO and an ISO without drivers', async () => {
    const iso = await send(content, { kind: 'iso', name: 'windows.iso' });
    const drivers = await send(content, { kind: 'drivers', name: 'virtio-win.iso' });
    await work();
    for (const [id, name] of [
      [iso, 'windows.iso'],
      [drivers, 'virtio-win.iso'],
    ] as const) {
      const { status, failure } = await upload(id);
      expect(status).toBe('failed');
      expect(failure!.code).toBe('UPLOAD_REFUSED');
      // Uses the file's original name instead of the local path.
      expect(failure!.message).toContain(`: ${name} is no ISO that can be read to its end`);
      expect(failure!.message).not.toContain(world.folder);
    }
    expect(await temporary()).toEqual([]);
  });

  it('imports an uploaded image', async () => {
    const raw = disk();
    const id = await aVersion();
    const uploaded = await startUpload(raw, { name: 'ws2022.raw' });
    expect((await askFor(id, uploaded.id, { source: 'upload' })).body.code).toBe('UPLOAD_STATE');
    await remove(uploaded.id).expect(200);
    const sent = await send(raw, { name: 'ws2022.raw' });
    await work();
    const { body } = await askFor(id, sent, { source: 'upload' }).expect(202);
    expect(body.data.source).toBe('ws2022.raw');
    expect((await remove(sent).expect(409)).body.code).toBe('UPLOAD_STATE');
    await work();
    expect(await job(body.data.id)).toMatchObject({ status: 'done', failure: null });
    expect(await image(id)).toMatchObject({ state: 'ready' });
    await remove(sent).expect(200);
    expect(await image(id)).toMatchObject({ state: 'ready' });
  });

  it('does not import an ISO or a deleted upload', async () => {
    const id = await aVersion();
    const iso = await startUpload(content, { kind: 'iso' });
    for (const location of [iso.id, newId()]) {
      await askFor(id, location, { source: 'upload' }).expect(404);
    }
    await askFor(id, 'a.raw', { source: 'upload' }).expect(400);
  });

  it('deletes an upload with its parts and its inspection', async () => {
    const id = await send(content);
    await remove(id).expect(200);
    await get(`/uploads/${id}`).expect(404);
    await putPart(id, 0, first).expect(404);
    await work();
    await sweep();
    expect(await stored()).toEqual([]);
    await remove(id).expect(404);
  });

  it('removes uploads a day after their last part unless a job needs them', async () => {
    const past = (id: string) =>
      world.db.query(
        `UPDATE image_upload SET expires_at = now() - interval '1 second' WHERE id = $1`,
        [id],
      );
    const idle = await startUpload(content);
    await putPart(idle.id, 0, first).expect(200);
    const checked = await send(content);
    const keptUpload = await startUpload(content);
    await putPart(keptUpload.id, 0, first).expect(200);
    await past(idle.id);
    await past(checked);
    await sweep();
    expect((await stored()).sort()).toEqual([checked, keptUpload.id].sort());
    await work();
    await sweep();
    expect(await stored()).toEqual([keptUpload.id]);
  });

  it('postpones the expiry with each part', async () => {
    const { id } = await startUpload(content);
    await world.db.query(`UPDATE image_upload SET expires_at = now() + interval '1 minute'`);
    await putPart(id, 0, first).expect(200);
    const { expires_at } = await upload(id);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });

  it('removes temporary files of a crashed worker after its job has ended', async () => {
    const id = await send(content);
    const [{ id: jobId }] = await world.app.database.query<{ id: string }>(
      `SELECT id FROM image_job WHERE upload_id = '${id}'`,
    );
    const folder = join(world.folder, 'import-temp', jobId);
    const anothers = join(world.folder, 'import-temp', newId());
    const old = new Date(Date.now() - 3_600_000);
    for (const path of [folder, anothers]) {
      await mkdir(path, { recursive: true });
      await utimes(path, old, old);
    }
    await sweepFolders();
    expect(await temporary()).toHaveLength(2);
    await world.db.query(`UPDATE image_job SET status = 'cancelled'`);
    await sweepFolders();
    expect(await temporary()).toHaveLength(1);
    await rm(anothers, { recursive: true });
  });

  it('rejects too many uploads, an oversized image and a name that is a path', async () => {
    for (let i = 0; i < MAX_UPLOADS; i++) await startUpload(content);
    expect((await begin(content).expect(409)).body.code).toBe('TOO_MANY_UPLOADS');
    const large = await post('/uploads', { kind: 'image', name: 'a', size: 2 ** 30 + 1 });
    expect(large.body.message).toContain('limit of 1 GiB');
    for (const name of ['', '../a', 'a\\b', 'a\nb', 'x'.repeat(201)]) {
      await begin(content, { name }).expect(400);
    }
    for (const size of [0, -1, 1.5, 2 ** 36 + 1]) await begin(content, { size }).expect(400);
  });

  (process.getuid?.() === 0 ? it : it.skip)(
    'rejects an upload without room before it starts, and reports a disk that fills up',
    async () => {
      const { id } = await startUpload(content);
      const folder = join(world.folder, 'images', 'uploads');
      const mount = (...args: string[]) => execFileSync('mount', args);
      mount('-t', 'tmpfs', '-o', 'size=5M', 'casement-test', folder);
      try {
        const another = (await begin(content).expect(409)).body;
        expect(another.code).toBe('UPLOAD_NO_SPACE');
        // Includes the outstanding bytes of the first upload.
        expect(another.message).toMatch(
          /has 5 MiB free, and the file needs 275 MiB\. Nothing was sent/,
        );
        await putPart(id, 0, first).expect(200);
        const { body } = await putPart(id, 1, second).expect(503);
        expect(body).toMatchObject({
          code: 'UPLOAD_NO_SPACE',
          message: expect.stringContaining('has no room for the file'),
        });
        expect(await stored(id)).toHaveLength(1);
        mount('-o', 'remount,size=20M', folder);
        await putPart(id, 1, second).expect(200);
        await putPart(id, 2, third).expect(200);
        await complete(id, content).expect(202);
        await work();
        expect((await upload(id)).status).toBe('ready');
      } finally {
        execFileSync('umount', [folder]);
      }
    },
  );

  it('shares uploads among administrators and records who created and deleted them', async () => {
    const { id } = await startUpload(content);
    const another = newId();
    const as = () => world.app.as({ userId: another, admin: true });
    const { body } = await world.app.http.get(`${PATH}/uploads`).set(as()).expect(200);
    expect((body.data as ImageUpload[]).map((one) => one.id)).toEqual([id]);
    await world.app.http.delete(`${PATH}/uploads/${id}`).set(as()).expect(200);
    const acts = await waitFor(async () => {
      const events = await world.app.nats.events('security.audit.recorded.v1');
      const matchingEvents = events.filter(
        ({ payload }) => payload.target === `image-upload:${id}`,
      );
      return matchingEvents.length >= 2
        ? matchingEvents.map(({ payload }) => [payload.action, payload.actorId])
        : null;
    });
    expect(acts).toEqual([
      ['image-upload.started', world.adminId],
      ['image-upload.deleted', another],
    ]);
  });

  it('§6 rejects users who are not administrators', async () => {
    const { id } = await startUpload(content);
    const calls = (who?: { authorization: string }) =>
      [
        world.app.http.get(`${PATH}/uploads`),
        world.app.http.post(`${PATH}/uploads`).send({}),
        world.app.http.get(`${PATH}/uploads/${id}`),
        world.app.http.put(`${PATH}/uploads/${id}/parts/0`),
        world.app.http.post(`${PATH}/uploads/${id}/complete`).send({}),
        world.app.http.delete(`${PATH}/uploads/${id}`),
      ].map((call) => call.set(who ?? {}));
    for (const call of calls(world.app.as({ userId: newId() }))) await call.expect(403);
    for (const call of calls()) await call.expect(401);
  });
});
