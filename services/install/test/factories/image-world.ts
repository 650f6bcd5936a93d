import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageJob, WindowsImage } from '@casement/proto/http/install/windows/images.js';
import type { WindowsVersion } from '@casement/proto/http/install/windows/windows-versions.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { isData } from '@casement/windows-image/store/manifest.js';
import { FREE_AT, windowsDisk } from '@casement/windows-image/testing/windows-disk.js';
import { FakeQuota } from './fake-quota.js';
import { runImageJobs } from './image-work.js';
import { aRequest, installApp } from './install-app.js';

export const MIB = 2 ** 20;
export const DISK_BYTES = FREE_AT + 3 * MIB;
export const PATH = '/api/admin/windows-images';

/**
 * Sets up the service with an image store in a separate folder that is empty before each test, and an administrator's
 * calls. Must be called at the top of a `describe`.
 *
 * @param env additional settings
 */
export function imageWorld(env: () => Promise<Record<string, string>> = () => Promise.resolve({})) {
  let app!: Awaited<ReturnType<typeof installApp>>;
  let db!: Database;
  let folder!: string;
  let store!: FolderChunkStore;
  const adminId = newId();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-images-'));
    app = await installApp({
      quota: new FakeQuota(1000),
      env: {
        DATA_DIR: folder,
        INSTALL_ALLOWED_NETWORKS: '127.0.0.10/32',
        IMAGE_MAX_GIB: '1',
        ...(await env()),
      },
    });
    db = app.get(Database);
    store = new FolderChunkStore(join(folder, 'images'));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    const tables = ['install', 'image_job', 'image_upload', 'image_copy', 'windows_version'];
    for (const table of [...tables, 'image_certification']) {
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
  const putFile = (name: string, content: Buffer) =>
    writeFile(join(folder, 'import', name), content);
  const askFor = (id: string, location: string, over: object = {}) =>
    post('/import', { windows_version_id: id, source: 'file', location, ...over });
  const asked = async (...request: Parameters<typeof askFor>) =>
    (await askFor(...request).expect(202)).body.data as ImageJob;
  const work = () => runImageJobs(app);
  /** Returns a different disk for each offset. @param at offset of the difference in MiB, up to 2 */
  const disk = (at = 0) => windowsDisk(DISK_BYTES, [[FREE_AT + at * MIB, MIB]]);
  const withImage = async (slug = 'ws2022', content = disk()) => {
    const id = await aVersion(slug);
    await putFile(`${slug}.raw`, content);
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
  return {
    get app() {
      return app;
    },
    get db() {
      return db;
    },
    get folder() {
      return folder;
    },
    get store() {
      return store;
    },
    adminId,
    admin,
    get,
    post,
    images,
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
    chunkFile,
    storedChunks,
  };
}
