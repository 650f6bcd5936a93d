import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { NEW_AGENT_STATE } from '@casement/install-engine/agent-api/agent-state.js';
import { zstdDecompress } from '@casement/windows-image/store/zstd.js';
import { FREE_AT, windowsDisk } from '@casement/windows-image/testing/windows-disk.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { aRequest, installApp } from '../factories/install-app.js';
import { runImageJobs } from '../factories/image-work.js';
import { CHUNK_STORE } from '../../src/image-store/image-store.js';
import { S3ChunkStore } from '@casement/windows-image/store/s3-chunk-store.js';
import { S3Server } from '@casement/windows-image/testing/s3-server.js';

const MIB = 2 ** 20;
const PATH = '/api/admin/windows-images';

describe('images in a bucket', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let db: Database;
  let s3: S3Server;
  let folder: string;
  let impatient: S3ChunkStore;

  beforeAll(async () => {
    s3 = await S3Server.start();
    folder = await mkdtemp(join(tmpdir(), 'casement-bucket-'));
    const env = {
      DATA_DIR: folder,
      IMAGE_S3_ENDPOINT: s3.endpoint,
      IMAGE_S3_BUCKET: 'images',
      IMAGE_S3_ACCESS_KEY_ID: 'test-key',
      IMAGE_S3_SECRET_ACCESS_KEY: 'test-secret',
      IMAGE_S3_REGION: 'eu-test-1',
    };
    app = await installApp({ quota: new FakeQuota(1000), env });
    // Limits the retries, because a job would wait for two minutes.
    impatient = new S3ChunkStore({
      endpoint: s3.endpoint,
      region: 'eu-test-1',
      bucket: 'images',
      prefix: '',
      accessKeyId: 'test-key',
      secretAccessKey: 'test-secret',
      patienceMs: 500,
    });
    jest
      .spyOn(app.get<S3ChunkStore>(CHUNK_STORE), 'forJob')
      .mockImplementation((signal) => impatient.forJob(signal));
    db = app.get(Database);
  });
  afterAll(async () => {
    await app.close();
    impatient.close();
    await s3.close();
    await rm(folder, { recursive: true, force: true });
  });

  const admin = () => app.as({ userId: newId(), admin: true });
  const work = () => runImageJobs(app);
  const keys = (prefix: string) => [...s3.objects.keys()].filter((key) => key.startsWith(prefix));
  const imported = async (content: Buffer) => {
    await mkdir(join(folder, 'import'), { recursive: true });
    await writeFile(join(folder, 'import', 'disk.raw'), content);
    const [{ id }] = await db.query<{ id: string }>('SELECT id FROM windows_version');
    await app.http
      .post(`${PATH}/import`)
      .set(admin())
      .send({ windows_version_id: id, source: 'file', location: 'disk.raw' })
      .expect(202);
    await work();
    return id;
  };
  /** Creates an install whose stage has checked in. */
  const aStage = async () => {
    const { body } = await app.http
      .post('/api/user/install')
      .set(app.as({ userId: newId() }))
      .send(aRequest())
      .expect(200);
    const token = 'token-of-the-stage';
    await db.manager.update(
      InstallEntity,
      { id: body.data.id as string },
      {
        status: 'preparing',
        agentTokenHash: sha256Hex(token),
        agentState: { ...NEW_AGENT_STATE, bootNonce: 'a'.repeat(32) },
      },
    );
    return token;
  };
  const chunk = (name: string, token?: string) => {
    const call = app.http.get(`/images/chunks/${name}`).responseType('blob');
    return token ? call.set('authorization', `Bearer ${token}`) : call;
  };

  it('are imported, verified, served only to a live install and deleted', async () => {
    const disk = windowsDisk(FREE_AT + 2 * MIB, [[FREE_AT, MIB]]);
    const id = await imported(disk);
    const { body } = await app.http.get(PATH).set(admin());
    expect(body.data[0]).toMatchObject({ state: 'ready', job: { status: 'done' } });
    expect(keys('manifests/')).toEqual([`manifests/${body.data[0].image.sha256}.json`]);
    expect(await readdir(folder)).not.toContain('images');

    const [key] = keys('chunks/');
    const name = /([0-9a-f]{64})\.zst$/.exec(key)![1];
    await chunk(name).expect(401);
    const token = await aStage();
    await chunk(name, 'another-token').expect(401);
    await chunk('0'.repeat(64), token).expect(404);
    const response = await chunk(name, token).expect(200);
    const bytes = response.body as Buffer;
    expect(response.headers['content-length']).toBe(String(bytes.length));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(name);
    expect((await zstdDecompress(bytes)).equals(disk)).toBe(true);

    await db.query(
      `UPDATE install SET status = 'completed', vps_password = NULL, agent_token_hash = NULL`,
    );
    await app.http.post(`${PATH}/${id}/verify`).set(admin()).expect(202);
    await work();
    await app.http.delete(`${PATH}/${id}`).set(admin()).expect(200);
    await work();
    expect([...s3.objects.keys()]).toEqual([]);
    expect(s3.complaints).toEqual([]);
  });

  it('are not treated as missing while the store is unavailable', async () => {
    await imported(windowsDisk(FREE_AT + 2 * MIB, [[FREE_AT, 1000]]));
    s3.failNext = 1000;
    const [{ id }] = await db.query<{ id: string }>('SELECT id FROM windows_version');
    const before = [...s3.objects.keys()];
    await app.http.post(`${PATH}/${id}/verify`).set(admin()).expect(202);
    await work();
    s3.failNext = 0;
    const { body } = await app.http.get(PATH).set(admin());
    expect(body.data[0]).toMatchObject({
      state: 'ready',
      job: { status: 'failed', failure: { code: 'STORE_ANSWERED' } },
    });
    expect([...s3.objects.keys()]).toEqual(before);
  });
});
