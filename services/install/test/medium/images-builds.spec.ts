import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredLinuxVersion } from '@casement/proto/http/install/linux.js';
import { LICENCE_STATEMENT, type ImageJob } from '@casement/proto/http/install/windows/images.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { uploader } from '../factories/image-upload.js';
import { imageLeases, runNextImageJob } from '../factories/image-work.js';
import { imageWorld } from '../factories/image-world.js';
import {
  driverFolder,
  makeIso,
  mediumIso,
  MEDIUM_PROGRAMS,
  write,
  writeMedium,
} from '@casement/windows-image/testing/windows-medium.js';

const withGrub = existsSync('/usr/lib/grub/i386-pc/boot.img');
const withPrograms = MEDIUM_PROGRAMS.every((path) => existsSync(path)) ? describe : describe.skip;

withPrograms('POST /admin/windows-images/build', () => {
  const world = imageWorld();
  const { post, get, work, aVersion, image, job, adminId, storedChunks } = world;
  const { send, startUpload, upload } = uploader(world);
  let folder: string;
  let iso: Buffer;
  let drivers: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-builds-'));
    writeMedium(
      folder,
      { name: 'Core', id: 'ServerStandardCore' },
      { name: 'Desktop', id: 'ServerStandard' },
      { name: 'Old', id: 'ServerOld', build: 9600 },
    );
    iso = await readFile(mediumIso(folder, 'medium'));
    drivers = await readFile(makeIso(folder, 'drivers', 'drivers.iso', false));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const temporary = () => readdir(join(world.folder, 'import-temp')).catch(() => []);
  /** Uploads and inspects both files. */
  async function uploaded() {
    const iso_upload_id = await send(iso, { kind: 'iso', name: 'windows.iso' });
    const drivers_upload_id = await send(drivers, { kind: 'drivers', name: 'virtio-win.iso' });
    await work();
    return { iso_upload_id, drivers_upload_id, windows_version_id: await aVersion() };
  }
  const ask = (request: object) =>
    post('/build', { edition: 2, disk_gib: 1, licensed: true, ...request });
  const asked = async (request: object) => (await ask(request).expect(202)).body.data as ImageJob;

  it('builds an installable image and records who made the licence statement', async () => {
    const files = await uploaded();
    expect((await upload(files.iso_upload_id)).editions).toMatchObject([
      { index: 1, name: 'Core', languages: ['de-DE'], recipe: 'windows-server-2022' },
      { index: 2, name: 'Desktop', id: 'ServerStandard', build: 20348 },
      { index: 3, name: 'Old', recipe: null },
    ]);
    const { id } = await asked(files);
    await work();
    const built = await job(id);
    expect(built).toMatchObject({ kind: 'build', status: 'done', failure: null });
    expect(built.source).toBe('windows.iso: Desktop');
    const log = built.log.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
    expect(log).toEqual(
      expect.arrayContaining([
        'Reading the ISO',
        'Applying the edition',
        'Desktop, Windows 10.0.20348, by windows-server-2022',
        'Driver viostor.inf 100.95.104.26600 (viostor/2k22/amd64)',
      ]),
    );
    expect(log.at(-1)).toBe('Imported.');
    const { state, image: facts } = await image(files.windows_version_id);
    expect(state).toBe('ready');
    expect(facts).toMatchObject({ firmware: 'uefi', raw_size: 2 ** 30 });
    expect(facts!.languages).toEqual(['de-DE']);
    expect(facts!.drivers).toEqual(expect.arrayContaining(['viostor', 'vioscsi', 'netkvm']));
    expect(await temporary()).toEqual([]);

    const entries = await waitFor(async () => {
      const events = await world.app.nats.events('security.audit.recorded.v1');
      const matchingEvents = events
        .map(({ payload }) => payload)
        .filter(({ target }) => target === `windows-version:${files.windows_version_id}`)
        .filter(({ action }) => action.startsWith('windows-image.'));
      return matchingEvents.length >= 2 ? matchingEvents : null;
    });
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['windows-image.build-requested', adminId],
      ['windows-image.built', adminId],
    ]);
    expect(JSON.parse(entries[0].after)).toMatchObject({
      stated: LICENCE_STATEMENT,
      edition: 'Desktop',
      recipe: 'windows-server-2022',
      firmware: 'uefi',
      iso: { name: 'windows.iso', sha256: (await upload(files.iso_upload_id)).sha256 },
    });
  });

  (withGrub ? it : it.skip)(
    'POST /admin/windows-images/build builds for BIOS on request',
    async () => {
      const files = await uploaded();
      const { id } = await asked({ ...files, firmware: 'bios' });
      await work();
      expect(await job(id)).toMatchObject({ status: 'done', failure: null });
      const { image: facts } = await image(files.windows_version_id);
      expect(facts).toMatchObject({ firmware: 'bios', raw_size: 2 ** 30 });
    },
  );

  it('builds nothing without the statement or with unknown files', async () => {
    const files = await uploaded();
    const linux = await world.app.http
      .post('/api/admin/linux-versions')
      .set(world.admin())
      .send({ name: 'Debian', slug: 'debian' })
      .expect(200);
    const { id: linuxId } = linux.body.data as StoredLinuxVersion;
    for (const [request, status, message] of [
      [{ licensed: undefined }, 400, 'Confirm that your licence allows this'],
      [{ licensed: false }, 400, 'Confirm that your licence allows this'],
      [{ edition: 4 }, 400, 'Choose an edition of the ISO'],
      [{ edition: 3 }, 400, 'There is no recipe for this edition'],
      [{ recipe: '../../secret' }, 400, 'Choose a recipe'],
      [{ firmware: 'coreboot' }, 400, 'Choose a firmware'],
      [{ iso_upload_id: files.drivers_upload_id }, 404, 'upload no longer exists'],
      [{ drivers_upload_id: newId() }, 404, 'upload no longer exists'],
      [{ windows_version_id: newId() }, 404, 'version'],
      [{ windows_version_id: linuxId }, 404, 'version'],
    ] as const) {
      const { body } = await ask({ ...files, ...request }).expect(status);
      expect(JSON.stringify(body)).toContain(message);
    }
    const half = await startUpload(iso, { kind: 'iso' });
    const { body } = await ask({ ...files, iso_upload_id: half.id }).expect(409);
    expect(body.code).toBe('UPLOAD_STATE');
    expect((await image(files.windows_version_id)).job).toBeNull();
  });

  it('lists the recipes', async () => {
    const { body } = await get('/recipes').expect(200);
    expect(body.data).toContainEqual({
      name: 'windows-server-2022',
      title: expect.any(String),
      disk_gib: expect.any(Number),
    });
  });

  it('keeps its uploads while queued and allows one job at a time', async () => {
    const files = await uploaded();
    await asked(files);
    const { body } = await ask(files).expect(409);
    expect(body.code).toBe('IMAGE_BUSY');
    for (const id of [files.iso_upload_id, files.drivers_upload_id]) {
      await world.app.http
        .delete(`/api/admin/windows-images/uploads/${id}`)
        .set(world.admin())
        .expect(409);
    }
  });

  it('stops when cancelled and leaves no files', async () => {
    const files = await uploaded();
    const { id } = await asked(files);
    const working = runNextImageJob(world.app);
    await waitFor(async () => ((await job(id)).step === 'building' ? true : null));
    await post(`/imports/${id}/cancel`).expect(200);
    await working;
    await work();
    expect(await job(id)).toMatchObject({ status: 'cancelled' });
    expect(await image(files.windows_version_id)).toMatchObject({ state: 'none' });
    expect(await temporary()).toEqual([]);
    expect(await storedChunks()).toEqual([]);
  });

  it('restarts after workers that stopped while copying, applying and checking', async () => {
    const files = await uploaded();
    const { id } = await asked(files);
    for (const step of [
      'Copying the uploaded files',
      'Applying the edition',
      'Checking the image',
    ]) {
      const stop = new AbortController();
      const working = runNextImageJob(world.app, stop.signal);
      await waitFor(async () =>
        (await job(id)).log.some((line) => line.endsWith(step)) ? true : null,
      );
      stop.abort();
      await working;
      expect(await image(files.windows_version_id)).toMatchObject({ state: 'none' });
      expect(await temporary()).toEqual([]);
    }
    await work();
    expect(await job(id)).toMatchObject({ status: 'done' });
    expect(await image(files.windows_version_id)).toMatchObject({ state: 'ready' });
  });

  it('removes files of a killed worker and logs the restart', async () => {
    const files = await uploaded();
    const { id } = await asked(files);
    expect(await imageLeases(world.app).claim('a worker that dies')).not.toBeNull();
    const left = join(world.folder, 'import-temp', id);
    await mkdir(join(left, 'disk.raw.building'), { recursive: true });
    // Simulates a container, where every process has the same id and the folder therefore seems to be in use.
    await writeFile(join(left, 'disk.raw.building', 'pid'), String(process.pid));
    await writeFile(join(left, 'windows.iso'), 'half');
    await world.db.query(`UPDATE image_job SET lease_until = now() - interval '1 second'`);
    const runs = await Promise.all([runNextImageJob(world.app), runNextImageJob(world.app)]);
    expect(runs.sort()).toEqual([false, true]);
    const { status, log } = await job(id);
    expect(status).toBe('done');
    expect(log[0]).toMatch(/Attempt 2: starting again/);
    expect(await temporary()).toEqual([]);
  });

  it('fails with a message if a driver is missing and keeps the existing image', async () => {
    const files = await uploaded();
    const before = await world.withImage('other');
    const some = Object.entries(driverFolder()).filter(([path]) => !path.startsWith('viostor'));
    write(join(folder, 'some'), Object.fromEntries(some));
    const file = await readFile(makeIso(folder, 'some', 'some.iso', false));
    const drivers_upload_id = await send(file, { kind: 'drivers', name: 'some.iso' });
    await work();
    const { id } = await asked({ ...files, windows_version_id: before.id, drivers_upload_id });
    await work();
    const { status, failure } = await job(id);
    expect(status).toBe('failed');
    expect(failure).toMatchObject({ code: 'BUILD_REFUSED' });
    expect(failure!.message).toContain('No image was built.');
    expect(failure!.message).not.toContain(world.folder);
    expect(await image(before.id)).toMatchObject({
      state: 'ready',
      image: { sha256: before.sha256 },
    });
    expect(await temporary()).toEqual([]);
  });

  it('reports a program that is missing on the worker', async () => {
    const id = await send(iso, { kind: 'iso', name: 'windows.iso' });
    const { PATH } = process.env;
    process.env['PATH'] = '/nowhere';
    try {
      await work();
    } finally {
      process.env['PATH'] = PATH;
    }
    const { status, failure } = await upload(id);
    expect(status).toBe('failed');
    expect(failure).toMatchObject({
      code: 'PROGRAM_MISSING',
      message: expect.stringContaining('7zz'),
      cure: expect.stringContaining('Debian package 7zip'),
    });
  });
});
