import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@casement/common/database/new-id.js';
import { Database } from '@casement/common/database/database.js';
import { NEW_AGENT_STATE } from '../../src/engine/agent-api/agent-state.js';
import { hashAgentToken, windowsUpToken } from '../../src/engine/agent-api/token.js';
import { FolderChunkStore } from '../../src/engine/image/folder-chunk-store.js';
import { isData } from '../../src/engine/image/manifest.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { aRequest, installApp } from '../factories/install-app.js';
import { makeTestImage } from '../simulator/test-image.js';

const NONCE = 'a'.repeat(32);

describe('the calls of the RAM stage', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let db: Database;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-agent-calls-'));
    app = await installApp({
      quota: new FakeQuota(1000),
      env: { IMAGE_STORE_DIR: join(folder, 'images') },
    });
    db = app.get(Database);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => db.query('DELETE FROM install'));

  const row = (id: string) => db.manager.findOneByOrFail(InstallEntity, { id });
  /** An install whose stage has checked in, with its token. */
  const anInstall = async (ip: string) => {
    const { body } = await app.http
      .post('/api/user/install')
      .set(app.as({ userId: newId() }))
      .send(aRequest({ ip }))
      .expect(200);
    const id = body.data.id as string;
    const token = `token-of-${id}`;
    await db.manager.update(
      InstallEntity,
      { id },
      {
        status: 'preparing',
        agentTokenHash: hashAgentToken(token),
        agentState: { ...NEW_AGENT_STATE, bootNonce: NONCE },
      },
    );
    return { id, token };
  };
  /** One of random bytes, with the name of a chunk. */
  const anImage = async () => {
    const { sha256 } = await makeTestImage(folder);
    const manifest = await new FolderChunkStore(join(folder, 'images')).readManifest(sha256);
    // The first ones, with the partition table and the file system's head, are the same in both.
    return { sha256, chunk: manifest!.chunks.filter(isData).at(-1)!.zstd };
  };
  const call = (path: string, token: string, form: Record<string, string | number> = {}) =>
    app.http
      .post(`/api/install/agent/${path}`)
      .set('authorization', `Bearer ${token}`)
      .type('form')
      .send({ nonce: NONCE, ...form });

  describe('POST windows-up/{id}', () => {
    it.each(['abc', newId(), '%00'])('answers 401 where %s is no install', async (id) => {
      const { text } = await call(`windows-up/${id}`, 'forged').expect(401);
      expect(text).toContain('AGENT_TOKEN_INVALID');
    });

    it('takes the token of the install itself, and no other', async () => {
      const one = await anInstall('8.8.5.2');
      const other = await anInstall('8.8.5.3');
      const up = ({ token }: { token: string }) => windowsUpToken(hashAgentToken(token));
      for (const { id } of [one, other]) {
        await db.manager.update(
          InstallEntity,
          { id },
          { status: 'running', agentState: { ...NEW_AGENT_STATE, commitNonce: NONCE } },
        );
      }
      await call(`windows-up/${one.id}`, up(other)).expect(401);
      await call(`windows-up/${one.id}`, one.token).expect(401);
      expect((await row(one.id)).agentState.windowsUpAt).toBeNull();
      await call(`windows-up/${one.id}`, up(one)).expect(200);
      expect((await row(one.id)).agentState.windowsUpAt).not.toBeNull();
    });
  });

  it('gives out the chunks of an install’s own image, and no other’s', async () => {
    const [mine, theirs] = [await anImage(), await anImage()];
    const { id, token } = await anInstall('8.8.5.4');
    const other = await anInstall('8.8.5.5');
    await db.manager.update(InstallEntity, { id }, { manifestSha256: mine.sha256 });
    await db.manager.update(InstallEntity, { id: other.id }, { manifestSha256: theirs.sha256 });
    const fetchChunk = (hash: string) =>
      app.http.get(`/images/chunks/${hash}`).set('authorization', `Bearer ${token}`);
    await fetchChunk(mine.chunk).expect(200);
    await fetchChunk(theirs.chunk).expect(404);
  });

  it('takes only the codes of the stage itself', async () => {
    const { id, token } = await anInstall('8.8.5.6');
    for (const code of ['ENDED_BY_ADMINISTRATOR', 'SSH_AUTH_FAILED', 'odd', 'toString']) {
      await call('failure', token, { code, final: 'yes' }).expect(400);
    }
    expect((await row(id)).agentState.failed).toBeNull();
  });

  it('keeps no NUL of a failure report: the complaint arrives without it', async () => {
    const { id, token } = await anInstall('8.8.5.1');
    const form = { code: 'STAGE_FAILED', final: 'yes', detail: 'no\0 room', log: 'a\0b\n\x1b[2Jc' };
    await call('failure', token, form).expect(200);
    expect((await row(id)).agentState).toMatchObject({
      failed: { code: 'STAGE_FAILED', detail: 'no room' },
      log: ['ab', '[2Jc'],
    });
  });
});
