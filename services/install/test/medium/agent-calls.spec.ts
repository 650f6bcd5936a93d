import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Database } from '@casement/common/data/database/database.js';
import { NEW_AGENT_STATE } from '@casement/install-engine/agent-api/agent-state.js';
import { windowsUpToken } from '@casement/install-engine/agent-api/agent-session.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { isData } from '@casement/windows-image/store/manifest.js';
import { sampleChunks } from '@casement/install-engine/preflight/reach.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { aRequest, installApp } from '../factories/install-app.js';
import { makeTestImage } from '../../src/testing/test-image.js';

const NONCE = 'a'.repeat(32);
const CDN = { name: 'cdn', url: 'https://cdn.example.com/images/' };
const FAR_ORIGIN = { name: 'far', url: 'https://far.example.com/' };

describe('RAM stage API', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let db: Database;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-agent-calls-'));
    app = await installApp({
      quota: new FakeQuota(1000),
      env: {
        IMAGE_STORE_DIR: join(folder, 'images'),
        IMAGE_ORIGINS: JSON.stringify([CDN, FAR_ORIGIN]),
      },
    });
    db = app.get(Database);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => db.query('DELETE FROM install'));

  const row = (id: string) => db.manager.findOneByOrFail(InstallEntity, { id });
  /** Creates an install whose stage has checked in. Returns its token. */
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
        agentTokenHash: sha256Hex(token),
        agentState: { ...NEW_AGENT_STATE, bootNonce: NONCE },
      },
    );
    return { id, token };
  };
  /** Imports an image of random bytes. Returns its hash, the names of its chunks and their sizes. */
  const anImage = async () => {
    const { sha256 } = await makeTestImage(folder);
    const manifest = await new FolderChunkStore(join(folder, 'images')).readManifest(sha256);
    const chunks = manifest!.chunks.filter(isData);
    const sample = sampleChunks(chunks).map(({ zstd }) => zstd);
    const others = chunks.map(({ zstd }) => zstd).filter((hash) => !sample.includes(hash));
    // Uses the last chunk, because the first ones (partition table and file system header) are the same in both
    // images.
    const { zstd: last, zstdBytes: size } = chunks.at(-1)!;
    const bytes = chunks.reduce((sum, { zstdBytes }) => sum + zstdBytes, 0);
    return { sha256, sample, others, last, size, bytes };
  };
  const call = (path: string, token: string, form: Record<string, string | number> = {}) =>
    app.http
      .post(`/api/install/agent/${path}`)
      .set('authorization', `Bearer ${token}`)
      .type('form')
      .send({ nonce: NONCE, ...form });

  describe('POST windows-up/{id}', () => {
    it.each(['abc', newId(), '%00'])('answers 401 if %s is not an install', async (id) => {
      const { text } = await call(`windows-up/${id}`, 'forged').expect(401);
      expect(text).toContain('AGENT_TOKEN_INVALID');
    });

    it('accepts only the token of the same install', async () => {
      const one = await anInstall('8.8.5.2');
      const other = await anInstall('8.8.5.3');
      const up = ({ token }: { token: string }) => windowsUpToken(token);
      for (const { id, token } of [one, other]) {
        const upTokenHash = sha256Hex(up({ token }));
        const agentState = { ...NEW_AGENT_STATE, commitNonce: NONCE, upTokenHash };
        await db.manager.update(InstallEntity, { id }, { status: 'running', agentState });
      }
      await call(`windows-up/${one.id}`, up(other)).expect(401);
      await call(`windows-up/${one.id}`, one.token).expect(401);
      // The token cannot be derived from the stored hashes.
      const { agentTokenHash, agentState } = await row(one.id);
      for (const storedValue of [
        agentTokenHash!,
        agentState.upTokenHash!,
        windowsUpToken(agentTokenHash!),
      ]) {
        await call(`windows-up/${one.id}`, storedValue).expect(401);
      }
      expect((await row(one.id)).agentState.windowsUpAt).toBeNull();
      await call(`windows-up/${one.id}`, up(one), { account: 'Администратор' }).expect(200);
      const { windowsUpAt, account } = (await row(one.id)).agentState;
      expect(windowsUpAt).not.toBeNull();
      expect(account).toBe('Администратор');
      // Sends the report of a Windows prepared by an older version.
      await app.http
        .post(`/api/install/agent/windows-up/${other.id}`)
        .set('authorization', `Bearer ${up(other)}`)
        .expect(200);
      expect((await row(other.id)).agentState).toMatchObject({ windowsUpAt: expect.any(String) });
    });
  });

  describe('GET /images/chunks/{sha256}', () => {
    const fetchChunk = (hash: string, token: string, from = '127.0.0.1') =>
      app.http
        .get(`/images/chunks/${hash}`)
        .set('authorization', `Bearer ${token}`)
        .set('x-real-ip', from);
    const commit = (id: string) =>
      db.manager.update(
        InstallEntity,
        { id },
        { status: 'running', agentState: { ...NEW_AGENT_STATE, commitNonce: NONCE } },
      );

    const fetched = async (id: string) => {
      const [storedValue] = await db.query<{ fetched_bytes: string }>(
        'SELECT fetched_bytes FROM install WHERE id = $1',
        [id],
      );
      return Number(storedValue.fetched_bytes);
    };

    it('serves only chunks of the install’s own image', async () => {
      const [ownImage, unrelated] = [await anImage(), await anImage()];
      const { id, token } = await anInstall('8.8.5.4');
      const other = await anInstall('8.8.5.5');
      await db.manager.update(InstallEntity, { id }, { manifestSha256: ownImage.sha256 });
      await db.manager.update(
        InstallEntity,
        { id: other.id },
        { manifestSha256: unrelated.sha256 },
      );
      await commit(id);
      await fetchChunk(ownImage.last, token).expect(200);
      await fetchChunk(unrelated.last, token).expect(404);
    });

    it('serves only the preflight sample before the commit, because the quota can still be returned', async () => {
      const { sha256, sample, others } = await anImage();
      const { id, token } = await anInstall('8.8.5.7');
      await db.manager.update(InstallEntity, { id }, { manifestSha256: sha256 });
      for (const hash of sample) await fetchChunk(hash, token).expect(200);
      expect(others.length).toBeGreaterThan(0);
      for (const hash of others) await fetchChunk(hash, token).expect(404);
      await commit(id);
      for (const hash of others) await fetchChunk(hash, token).expect(200);
    });

    it('serves at most three times the image size and does not count aborted responses', async () => {
      const { sha256, last, bytes, size } = await anImage();
      const { id, token } = await anInstall('8.8.5.8');
      await db.manager.update(InstallEntity, { id }, { manifestSha256: sha256 });
      await commit(id);
      const limit = 3 * bytes + 64 * 2 ** 20;
      await fetchChunk(last, token).expect(200);
      expect(await fetched(id)).toBe(size);
      await db.query('UPDATE install SET fetched_bytes = $2 WHERE id = $1', [id, limit - size]);
      const both = await Promise.all([fetchChunk(last, token), fetchChunk(last, token)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
      expect(await fetched(id)).toBe(limit);
    });

    describe('with ?origin=', () => {
      const at = (hash: string, origin: string) => `${hash}?origin=${origin}`;
      const bytesOf = async (origin: string) => {
        const { text } = await app.http.get('/internal/metrics').expect(200);
        const [, bytes] = text.split(`casement_image_bytes_total{origin="${origin}"} `);
        return parseInt(bytes);
      };
      const withCopy = async (ip: string, originUrl: string = CDN.url) => {
        const image = await anImage();
        const { id, token } = await anInstall(ip);
        await db.manager.update(InstallEntity, { id }, { manifestSha256: image.sha256 });
        await db.query(
          'INSERT INTO image_copy (manifest_sha256, origin, place) VALUES ($1, $2, $3)',
          [image.sha256, 'cdn', originUrl],
        );
        return { ...image, id, token };
      };

      it('returns the URL at an origin that has the image and counts the chunk as served', async () => {
        const { id, token, last, size, bytes } = await withCopy('8.8.5.20');
        await commit(id);
        const granted = { cdn: await bytesOf('cdn'), own: await bytesOf('own') };
        const { headers } = await fetchChunk(at(last, 'cdn'), token).expect(307);
        expect(await bytesOf('cdn')).toBe(granted.cdn + size);
        await fetchChunk(last, token).expect(200);
        expect(await bytesOf('own')).toBe(granted.own + size);
        await db.query('UPDATE install SET fetched_bytes = $2 WHERE id = $1', [id, size]);
        expect(headers['location']).toBe(`${CDN.url}chunks/${last.slice(0, 2)}/${last}.zst`);
        expect(headers['cache-control']).toContain('no-store');
        expect(await fetched(id)).toBe(size);
        const limit = 3 * bytes + 64 * 2 ** 20;
        await db.query('UPDATE install SET fetched_bytes = $2 WHERE id = $1', [id, limit - size]);
        await fetchChunk(at(last, 'cdn'), token).expect(307);
        await fetchChunk(at(last, 'cdn'), token).expect(429);
        expect(await fetched(id)).toBe(limit);
      });

      it('serves the chunk itself if the origin is unknown, has no copy or was replaced', async () => {
        const { id, token, last } = await withCopy('8.8.5.21');
        await commit(id);
        for (const origin of ['far', 'none', 'own', '']) {
          await fetchChunk(at(last, origin), token).expect(200);
        }
        const changedOrigin = await withCopy('8.8.5.22', 'https://old.example.com/');
        await commit(changedOrigin.id);
        await fetchChunk(at(changedOrigin.last, 'cdn'), changedOrigin.token).expect(200);
      });

      it('returns no URL that the caller may not access', async () => {
        const { id, token, sample, others } = await withCopy('8.8.5.23');
        const unrelated = await withCopy('8.8.5.24');
        await fetchChunk(at(others[0], 'cdn'), token).expect(404);
        await fetchChunk(at(sample[0], 'cdn'), token).expect(307);
        await commit(id);
        await fetchChunk(at(others[0], 'cdn'), token).expect(307);
        await fetchChunk(at(unrelated.last, 'cdn'), token).expect(404);
        await fetchChunk(at(others[0], 'cdn'), 'forged').expect(401);
      });
    });

    it('serves no chunks to a machine other than the VPS', async () => {
      const { sha256, last } = await anImage();
      const { id, token } = await anInstall('8.8.5.9');
      await db.manager.update(InstallEntity, { id }, { manifestSha256: sha256 });
      const agentState = {
        ...NEW_AGENT_STATE,
        commitNonce: NONCE,
        checkedInAt: new Date().toISOString(),
      };
      await db.manager.update(InstallEntity, { id }, { status: 'running', agentState });
      await fetchChunk(last, token, '8.8.5.77').expect(200);
      await fetchChunk(last, token, '8.8.6.9').expect(403);
    });
  });

  it('accepts only failure codes of the stage', async () => {
    const { id, token } = await anInstall('8.8.5.6');
    for (const code of ['ENDED_BY_ADMINISTRATOR', 'SSH_AUTH_FAILED', 'odd', 'toString']) {
      await call('failure', token, { code, final: 'yes' }).expect(400);
    }
    expect((await row(id)).agentState.failed).toBeNull();
  });

  it('removes NUL bytes from a failure report', async () => {
    const { id, token } = await anInstall('8.8.5.1');
    const form = { code: 'STAGE_FAILED', final: 'yes', detail: 'no\0 room', log: 'a\0b\n\x1b[2Jc' };
    await call('failure', token, form).expect(200);
    expect((await row(id)).agentState).toMatchObject({
      failed: { code: 'STAGE_FAILED', detail: 'no room' },
      log: ['ab', '[2Jc'],
    });
  });
});
