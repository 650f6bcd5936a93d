import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import {
  MAX_SCRIPTS,
  type Script,
  type ScriptWithContent,
} from '@casement/proto/http/install/windows/scripts.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { InstallSecrets } from '../../src/installs/install-secrets.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { aRequest, installApp } from '../factories/install-app.js';

const CONTENT = "Install-App -Password 'Sesame-Of-Script'\n";
const REQUEST = { name: 'Web server', description: 'Installs IIS', content: CONTENT };

describe('first-start scripts', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  beforeAll(async () => {
    app = await installApp({ env: { INSTALL_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  });
  afterAll(() => app.close());

  type Method = 'get' | 'post' | 'put' | 'delete';
  const as = (userId: string, more: object = {}) => {
    const call = (method: Method, path = '') =>
      app.http[method](`/api/user/scripts${path}`).set(app.as({ userId, ...more }));
    const create = async (body: object = REQUEST) =>
      (await call('post').send(body).expect(200)).body.data as Script;
    const list = async () => (await call('get').expect(200)).body.data as Script[];
    const names = async () => (await list()).map(({ name }) => name);
    const content = async (id: string) =>
      ((await call('get', `/${id}`).expect(200)).body.data as ScriptWithContent).content;
    return { call, create, list, names, content };
  };
  const asAdmin = (method: Method, path = '') =>
    app.http[method](`/api/admin/scripts${path}`).set(app.as({ userId: newId(), admin: true }));
  const offer = async (body: object) =>
    (await asAdmin('post').send(body).expect(200)).body.data as Script;

  describe('saved by a user', () => {
    it('are listed by name, read, changed and deleted', async () => {
      const ann = as(newId());
      const { id } = await ann.create();
      await ann.create({ name: 'Agent', content: 'Get-Date' });
      expect(await ann.list()).toEqual([
        expect.objectContaining({ name: 'Agent', description: '', offered: false }),
        {
          id,
          name: 'Web server',
          description: 'Installs IIS',
          offered: false,
          updated_at: expect.any(String) as string,
        },
      ]);
      expect(await ann.content(id)).toBe(CONTENT);
      const changed = { ...REQUEST, name: 'Node', content: 'Get-Host' };
      await ann.call('put', `/${id}`).send(changed).expect(200);
      expect(await ann.content(id)).toBe('Get-Host');
      await ann.call('delete', `/${id}`).expect(200);
      expect(await ann.names()).toEqual(['Agent']);
    });

    it('are not found by another user, not even by an administrator', async () => {
      const { id } = await as(newId()).create();
      const strangers = [as(newId()), as(newId(), { admin: true })];
      for (const stranger of strangers) {
        expect(await stranger.names()).not.toContain('Web server');
        await stranger.call('get', `/${id}`).expect(404);
        await stranger.call('put', `/${id}`).send(REQUEST).expect(404);
        await stranger.call('delete', `/${id}`).expect(404);
      }
      await asAdmin('put', `/${id}`).send(REQUEST).expect(404);
      await asAdmin('delete', `/${id}`).expect(404);
    });

    it('are stored encrypted and appear in no event', async () => {
      const ann = as(newId());
      const { id } = await ann.create();
      await ann.call('put', `/${id}`).send(REQUEST).expect(200);
      const stored = await app
        .get(Database)
        .query(`SELECT s::text, (SELECT json_agg(o) FROM outbox o)::text FROM script s`);
      expect(JSON.stringify(stored)).toContain('Web server');
      expect(JSON.stringify(stored)).not.toContain('Sesame');
    });

    it('need step-up to be saved, because later installs run them', async () => {
      const ann = as(newId(), { confirmedSecondsAgo: 3600 });
      const { body } = await ann.call('post').send(REQUEST).expect(403);
      expect(body.code).toBe('STEP_UP_REQUIRED');
    });

    it.each([
      ['an empty name', { name: ' ' }, 'NAME_REQUIRED'],
      ['an empty script', { content: '\n' }, 'SCRIPT'],
      ['more than 64 KiB', { content: 'ä'.repeat(32 * 1024 + 1) }, 'SCRIPT'],
      ['a long description', { description: 'a'.repeat(301) }, 'SCRIPT_DESCRIPTION'],
    ])('reject %s', async (_, change, code) => {
      const { body } = await as(newId())
        .call('post')
        .send({ ...REQUEST, ...change })
        .expect(400);
      expect(body.details).toMatchObject([{ code }]);
    });

    it('have different names', async () => {
      const ann = as(newId());
      await ann.create();
      const { body } = await ann.call('post').send(REQUEST).expect(400);
      expect(body.details).toMatchObject([{ path: 'name', code: 'SCRIPT_NAME_TAKEN' }]);
      await as(newId()).create();
    });

    it('refuses the 51st script of a user', async () => {
      const userId = newId();
      await app.get(Database).query(
        `INSERT INTO script (id, user_id, name, description, content_sealed)
         SELECT gen_random_uuid(), $1, 'Script ' || n, '', '' FROM generate_series(2, $2) n`,
        [userId, MAX_SCRIPTS],
      );
      const ann = as(userId);
      await ann.create();
      const { body } = await ann
        .call('post')
        .send({ ...REQUEST, name: 'One more' })
        .expect(400);
      expect(body.details).toMatchObject([{ code: 'SCRIPT_LIMIT' }]);
    });

    it('are erased with the account', async () => {
      const userId = newId();
      const { id } = await as(userId).create();
      await app.get(DeletedUsersService).erase(userId);
      expect(await app.get(Database).query('SELECT 1 FROM script WHERE id = $1', [id])).toEqual([]);
    });
  });

  describe('offered by operators', () => {
    it('are listed for every user after the own ones, and read by them', async () => {
      const ann = as(newId());
      await ann.create();
      const { id } = await offer({ ...REQUEST, name: `Offered ${newId()}` });
      const list = await ann.list();
      expect(list[0]).toMatchObject({ name: 'Web server', offered: false });
      expect(list.find((one) => one.id === id)).toMatchObject({
        description: 'Installs IIS',
        offered: true,
      });
      expect(await ann.content(id)).toBe(CONTENT);
      await ann.call('put', `/${id}`).send(REQUEST).expect(404);
      await ann.call('delete', `/${id}`).expect(404);
      await asAdmin('delete', `/${id}`).expect(200);
      expect((await ann.list()).some((one) => one.id === id)).toBe(false);
    });

    it('are audited by the hash of their content', async () => {
      const name = `Offered ${newId()}`;
      const { id } = await offer({ ...REQUEST, name });
      await asAdmin('put', `/${id}`)
        .send({ ...REQUEST, name, content: 'Get-Date' })
        .expect(200);
      await asAdmin('delete', `/${id}`).expect(200);
      const events = await app.get(Database).query(
        `SELECT payload::json ->> 'action' AS action, payload::text FROM outbox
         WHERE payload::json ->> 'target' = $1 ORDER BY seq`,
        [`script:${id}`],
      );
      expect(events.map(({ action }) => action)).toEqual([
        'script.created',
        'script.updated',
        'script.deleted',
      ]);
      expect(JSON.stringify(events)).toContain('content_sha256');
      expect(JSON.stringify(events)).not.toContain('Sesame');
    });

    it('are changed only by administrators', async () => {
      await app.http
        .post('/api/admin/scripts')
        .set(app.as({ userId: newId() }))
        .send(REQUEST)
        .expect(403);
    });
  });

  describe('requested with an install', () => {
    const request = (userId: string, script_id: string, ip: string) => {
      app.quota.left = 1;
      return app.http
        .post('/api/user/install')
        .set(app.as({ userId }))
        .send(aRequest({ ip, windows_options: { script_id } }));
    };

    it('are copied sealed, so that later changes do not matter', async () => {
      const userId = newId();
      const ann = as(userId);
      const { id } = await ann.create();
      const { body } = await request(userId, id, '127.0.0.61').expect(200);
      await ann.call('delete', `/${id}`).expect(200);
      const install = await app
        .get(Database)
        .manager.findOneByOrFail(InstallEntity, { id: (body.data as { id: string }).id });
      expect(app.get(InstallSecrets).ofSettings(install).script).toBe(CONTENT);
      expect(JSON.stringify(install)).not.toContain('Sesame');
    });

    it('may be offered ones', async () => {
      const { id } = await offer({ ...REQUEST, name: `Offered ${newId()}` });
      await request(newId(), id, '127.0.0.62').expect(200);
    });

    it('refuse another user’s script like an unknown one', async () => {
      const { id } = await as(newId()).create();
      for (const unknown of [id, newId()]) {
        const { body } = await request(newId(), unknown, '127.0.0.63').expect(400);
        expect(body.details).toMatchObject([
          { path: 'windows_options.script_id', code: 'SCRIPT_UNKNOWN' },
        ]);
      }
    });

    it('are copied into the rows of a batch', async () => {
      const userId = newId();
      const { id } = await as(userId).create();
      const batch = (script_id: string) =>
        app.http
          .post('/api/user/batches')
          .set(app.as({ userId }))
          .send({ rows: [aRequest({ ip: '127.0.0.64' })], windows_options: { script_id } });
      await batch(id).expect(202);
      const rows = await app.get(Database).query('SELECT * FROM install_batch_row');
      expect(JSON.stringify(rows)).not.toContain('Sesame');
      expect(String(rows[0]?.['credentials']).length).toBeGreaterThan(CONTENT.length);
      await batch(newId()).expect(400);
    });
  });
});
