import type { OutcomeSeries } from '@casement/proto/http/series.js';
import { Database } from '@casement/common/data/database/database.js';
import { InstallStatisticsRepository } from '../../src/installs/monitoring/install-statistics.repository.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { aRequest, installApp } from '../factories/install-app.js';
import { FakeQuota } from '../factories/fake-quota.js';

describe('GET /admin/install-monitoring/outcomes', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let db: Database;
  const PATH = '/api/admin/install-monitoring/outcomes';

  beforeAll(async () => {
    app = await installApp({ quota: new FakeQuota(100) });
    db = app.get(Database);
  });
  afterAll(() => app.close());

  let lastByte = 0;
  const ended = async (status: 'completed' | 'failed' | 'pending', at: string) => {
    const { body } = await app.http
      .post('/api/user/install')
      .set(app.as())
      .send(aRequest({ ip: `8.8.11.${(lastByte += 1)}` }))
      .expect(200);
    await db.manager.update(
      InstallEntity,
      { id: body.data.id as string },
      { status, statusChangedAt: new Date(at), vpsCredentials: null, agentTokenHash: null },
    );
  };
  const series = (unit: 'day' | 'week' | 'month', now: string) =>
    app.get(InstallStatisticsRepository).outcomes(unit, new Date(now));

  it('counts completed and failed installs per day in Jakarta time', async () => {
    await ended('completed', '2021-05-09T16:59:59Z');
    await ended('completed', '2021-05-09T17:00:00Z');
    await ended('failed', '2021-05-10T03:00:00Z');
    await ended('pending', '2021-05-10T03:00:00Z');
    const { current } = await series('day', '2021-05-10T04:00:00Z');
    expect(current.slice(-3)).toEqual([
      { start: '2021-05-08', completed: 0, failed: 0 },
      { start: '2021-05-09', completed: 1, failed: 0 },
      { start: '2021-05-10', completed: 1, failed: 1 },
    ]);
  });

  it('separates the previous period', async () => {
    await ended('failed', '2022-06-15T03:00:00Z');
    await ended('completed', '2021-06-15T03:00:00Z');
    const { previous, current } = await series('month', '2022-06-20T04:00:00Z');
    expect(previous.at(-1)).toEqual({ start: '2021-06-01', completed: 1, failed: 0 });
    expect(current.at(-1)).toEqual({ start: '2022-06-01', completed: 0, failed: 1 });
  });

  it('returns zeros for days without ended installs', async () => {
    const { previous, current } = await series('week', '2019-01-01T04:00:00Z');
    expect([...previous, ...current]).toHaveLength(24);
    expect(
      [...previous, ...current].every(({ completed, failed }) => completed + failed === 0),
    ).toBe(true);
    expect(current.at(-1)!.start).toBe('2018-12-31');
  });

  it('groups by day by default', async () => {
    const { body } = await app.http
      .get(PATH)
      .set(app.as({ admin: true }))
      .expect(200);
    const { unit, current, previous } = body.data as OutcomeSeries;
    expect([unit, current.length, previous.length]).toEqual(['day', 30, 30]);
    await app.http
      .get(`${PATH}?unit=year`)
      .set(app.as({ admin: true }))
      .expect(400);
  });

  it('§6 rejects users who are not administrators', async () => {
    await app.http.get(PATH).set(app.as()).expect(403);
    await app.http.get(PATH).expect(401);
  });
});

describe('GET /admin/install-monitoring/failures', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  beforeAll(async () => {
    app = await installApp({ quota: new FakeQuota(100) });
    await app.get(Database).query('DELETE FROM install');
  });
  afterAll(() => app.close());

  let lastByte = 0;
  const ended = async (status: string, code: string | null, provider: string | null, days = 1) => {
    const { body } = await app.http
      .post('/api/user/install')
      .set(app.as())
      .send(aRequest({ ip: `8.8.12.${(lastByte += 1)}` }))
      .expect(200);
    await app.get(Database).query(
      `UPDATE install SET status = $2, vps_password = NULL, agent_token_hash = NULL,
         status_changed_at = now() - make_interval(days => $5),
         engine_state = engine_state || jsonb_build_object(
           'failure', CASE WHEN $3::text IS NULL THEN 'null' ELSE jsonb_build_object('code', $3::text) END,
           'checks', CASE WHEN $4::text IS NULL THEN '[]'
             ELSE jsonb_build_array(jsonb_build_object('name', 'virtualisation', 'found', $4::text)) END)
       WHERE id = $1`,
      [body.data.id, status, code, provider, days],
    );
  };

  it('groups the failures of 30 days by code, provider and version, most first', async () => {
    await ended('failed', 'SSH_AUTH_FAILED', null);
    await ended('failed', 'DISK_WRITE_FAILED', 'Vultr');
    await ended('failed', 'DISK_WRITE_FAILED', 'Vultr');
    await ended('completed', null, 'Vultr');
    await ended('completed', null, 'Hetzner');
    await ended('failed', 'NOT_ROOT', 'Hetzner', 31);
    const { body } = await app.http
      .get('/api/admin/install-monitoring/failures')
      .set(app.as({ admin: true }))
      .expect(200);
    expect(body.data).toEqual({
      code: [
        { name: 'DISK_WRITE_FAILED', failed: 2, ended: 2 },
        { name: 'SSH_AUTH_FAILED', failed: 1, ended: 1 },
      ],
      provider: [
        { name: 'Vultr', failed: 2, ended: 3 },
        { name: '', failed: 1, ended: 1 },
      ],
      version: [{ name: expect.any(String), failed: 3, ended: 5 }],
    });
  });
});
