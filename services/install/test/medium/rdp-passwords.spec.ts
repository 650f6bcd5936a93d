import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { RdpPasswordsService } from '../../src/installs/rdp/rdp-passwords.service.js';
import { aRequest, installApp } from '../factories/install-app.js';

type App = Awaited<ReturnType<typeof installApp>>;

const RDP = 'sesame-of-rdp';
const DAYS_MS = 86_400_000;

describe('stored RDP passwords', () => {
  let app: App;
  let userId: string;
  let id: string;

  beforeAll(async () => {
    app = await installApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    userId = newId();
    app.quota.left = 1;
    await query('DELETE FROM install');
    const answer = await app.http
      .post('/api/user/install')
      .set(app.as({ userId }))
      .send(aRequest({ passwd_rdp: RDP }))
      .expect(200);
    id = (answer.body as { data: { id: string } }).data.id;
  });

  const query = (sql: string, parameters: unknown[] = []) =>
    app.get(Database).query<Record<string, unknown>>(sql, parameters);
  const path = () => `/api/user/install/${id}/rdp-password`;
  const show = (subject = userId) => app.http.get(path()).set(app.as({ userId: subject }));
  const erase = (subject = userId) => app.http.delete(path()).set(app.as({ userId: subject }));
  const record = async () => {
    const answer = await app.http
      .get('/api/user/install-history')
      .set(app.as({ userId }))
      .expect(200);
    return (answer.body as { data: Record<string, unknown>[] }).data[0];
  };
  const end = (status: string, log: string[] = []) =>
    query(
      `UPDATE install SET status = $2, finished_at = now(), vps_password = NULL,
         agent_state = jsonb_set(agent_state, '{log}', $3) WHERE id = $1`,
      [id, status, JSON.stringify(log)],
    );
  const stored = async () => (await query('SELECT * FROM install WHERE id = $1', [id]))[0];

  it('are shown to their owner by a separate call with an uncacheable response', async () => {
    const { body, headers } = await show().expect(200);
    expect(body).toMatchObject({ success: true, data: { passwd_rdp: RDP } });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('return 404 to other callers', async () => {
    await end('completed');
    await show(newId()).expect(404);
    await erase(newId()).expect(404);
    await app.http.get(path()).expect(401);
    await app.http
      .get(path())
      .set(app.as({ admin: true }))
      .expect(404);
    expect((await stored()).rdp_password).not.toBeNull();
  });

  it('expire 7 days after the end', async () => {
    await end('completed');
    const { finished_at: ended } = await stored();
    expect((await record()).passwd_rdp_until).toBe(
      new Date((ended as Date).getTime() + 7 * DAYS_MS).toISOString(),
    );
  });

  it('cannot be erased before Windows has received them', async () => {
    const { body } = await erase().expect(409);
    expect(body).toMatchObject({ code: 'INSTALL_ACTIVE' });
    await show().expect(200);
  });

  it.each(['completed', 'failed'])(
    'can be erased by their owner when the install is %s',
    async (status) => {
      await end(status, [`set ${RDP}`, 'written']);
      const { updated_at: before } = await stored();
      await erase().expect(200);
      await erase().expect(200);
      expect((await show().expect(409)).body).toMatchObject({ code: 'RDP_PASSWORD_ERASED' });
      expect(await record()).toMatchObject({ status, passwd_rdp: null, passwd_rdp_until: null });
      const row = await stored();
      expect(row.rdp_password).toBeNull();
      // The log was redacted on display. Now it must be redacted permanently.
      expect(row.agent_state).toMatchObject({ log: ['set [removed]', 'written'] });
      expect(row.updated_at).toEqual(before);
    },
  );

  it('are erased after 7 days, and not before', async () => {
    const service = app.get(RdpPasswordsService);
    await end('completed');
    const ended = ((await stored()).finished_at as Date).getTime();
    expect(await service.sweep(new Date(ended + 7 * DAYS_MS - 1_000))).toBe(0);
    await show().expect(200);
    const later = new Date(ended + 7 * DAYS_MS + 1_000);
    // Two replicas sweep concurrently, but each row is erased once.
    const erased = await Promise.all([service.sweep(later), service.sweep(later)]);
    expect(erased[0] + erased[1]).toBe(1);
    expect((await stored()).rdp_password).toBeNull();
  });

  it('are erased together with a log that can no longer be redacted', async () => {
    await end('completed', [`set ${RDP}`]);
    await query('UPDATE install SET rdp_password = $2 WHERE id = $1', [id, 'v1.broken']);
    await erase().expect(200);
    expect((await stored()).agent_state).toMatchObject({ log: [] });
  });
});
