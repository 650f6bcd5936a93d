import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Database } from '@casement/common/data/database/database.js';
import { NEW_AGENT_STATE } from '@casement/install-engine/agent-api/agent-state.js';
import { toFailure } from '@casement/install-engine/failures/engine-error.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { InstallStepsService } from '../../src/install-steps/install-steps.service.js';
import { aRequest, installApp } from '../factories/install-app.js';
import { FakeQuota } from '../factories/fake-quota.js';

type App = Awaited<ReturnType<typeof installApp>>;

describe('install log', () => {
  let app: App;
  let db: Database;
  const userId = newId();
  const RDP = `Sun'rise"9 %$`;

  beforeAll(async () => {
    app = await installApp({ quota: new FakeQuota(100) });
    db = app.get(Database);
  });
  afterAll(() => app.close());
  beforeEach(() => db.query('DELETE FROM install'));

  const token = randomToken();
  const failed = async () => {
    const { body } = await app.http
      .post('/api/user/install')
      .set(app.as({ userId }))
      .send(aRequest({ passwd_rdp: RDP }))
      .expect(200);
    const id = body.data.id as string;
    const { engineState } = await db.manager.findOneByOrFail(InstallEntity, { id });
    const steps = app.get(InstallStepsService);
    await steps.begin(id, engineState, 'host:42');
    await db.transaction((tx) => steps.end(tx, id, engineState, 'host:42', 'done'));
    const later = { ...engineState, step: 'write' as const, phase: 'writing' as const };
    await steps.begin(id, later, 'host:42');
    await db.transaction((tx) => steps.end(tx, id, later, 'host:42', 'DISK_WRITE_FAILED'));
    await db.manager.update(
      InstallEntity,
      { id },
      {
        status: 'failed',
        vpsCredentials: null,
        finishedAt: new Date(),
        engineState: {
          ...engineState,
          step: 'end',
          osName: 'Debian GNU/Linux 12 (bookworm)',
          checks: [
            { name: 'root', result: 'ok', found: 'uid 0', code: null, message: null, cure: null },
          ],
          failure: {
            ...toFailure('DISK_WRITE_FAILED'),
            detail: `dd printed: I/O error, ${RDP}`,
            at: new Date().toISOString(),
          },
        },
        agentState: {
          ...NEW_AGENT_STATE,
          log: ['chunk 12 written', `TOKEN='${token}'`, `password ${RDP} set`],
        },
      },
    );
    return id;
  };
  const own = (id: string, by = userId) =>
    app.http.get(`/api/user/install/${id}/log`).set(app.as({ userId: by }));
  const admins = (id: string) =>
    app.http.get(`/api/admin/install-data/${id}/log`).set(app.as({ userId: newId(), admin: true }));

  it('shows its owner the steps with times, the findings and the stage’s last lines', async () => {
    const id = await failed();
    const { text, headers } = await own(id).expect(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain(id);
    expect(text).toContain('127.0.0.10');
    expect(text).toContain('DISK_WRITE_FAILED');
    expect(text).toContain('The VPS’s disk reported an error while the image was being written.');
    expect(text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}connect +\d+\.\d s {2}done/);
    expect(text).toMatch(/write +\d+\.\d s {2}DISK_WRITE_FAILED/);
    expect(text).toContain('ok       root: uid 0');
    expect(text).toContain('chunk 12 written');
    expect(text).not.toContain('host:42');
    expect(text).not.toContain('dd printed');
  });

  it('also shows administrators the workers and the output of commands', async () => {
    const { text } = await admins(await failed()).expect(200);
    expect(text).toContain('host:42');
    expect(text).toContain('dd printed: I/O error, [removed]');
  });

  it('gives administrators the steps, the findings and the detail as data', async () => {
    const id = await failed();
    const path = `/api/admin/install-data/${id}`;
    const { body, text } = await app.http
      .get(path)
      .set(app.as({ userId: newId(), admin: true }))
      .expect(200);
    expect(body.data).toMatchObject({
      install: { id, status: 'failed', failure: { code: 'DISK_WRITE_FAILED' } },
      os_name: 'Debian GNU/Linux 12 (bookworm)',
      failure_detail: 'dd printed: I/O error, [removed]',
      checks: [{ name: 'root', result: 'ok', found: 'uid 0', message: null }],
      steps: [
        { name: 'connect', worker: 'host:42', outcome: 'done' },
        { name: 'write', worker: 'host:42', outcome: 'DISK_WRITE_FAILED' },
      ],
    });
    expect(text).not.toContain(RDP);
    await app.http.get(path).set(app.as({ userId })).expect(403);
    await app.http
      .get(`/api/admin/install-data/${newId()}`)
      .set(app.as({ admin: true }))
      .expect(404);
  });

  it('contains no password or token for any reader', async () => {
    const id = await failed();
    for (const { text } of [await own(id), await admins(id)]) {
      expect(text).toContain('password [removed] set');
      expect(text).not.toContain(RDP);
      expect(text).not.toContain(token);
    }
  });

  it('returns 404 for another user’s install', async () => {
    const id = await failed();
    const { body } = await own(id, newId()).expect(404);
    expect(body.code).toBe('NOT_FOUND');
    await app.http.get(`/api/user/install/${id}/log`).expect(401);
    await own(newId()).expect(404);
    await admins(newId()).expect(404);
    await app.http.get(`/api/admin/install-data/${id}/log`).set(app.as({ userId })).expect(403);
  });
});
