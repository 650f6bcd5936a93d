import { newId } from '@casement/common/data/database/new-id.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { stepUpRefusals } from '@casement/common/testing/step-up-refusals.js';
import type { Announcement } from '@casement/proto/http/telegram/announcements.js';
import { telegram } from '../../src/telegram.service-definition.js';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

describe('announcements', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(telegram);
  });
  afterAll(() => app.close());
  beforeEach(() => app.database.query('DELETE FROM announcement'));

  const admin = () => app.as({ userId: newId(), admin: true });
  const body = {
    kind: 'maintenance',
    text_en: 'Installs pause.',
    text_id: 'Instalasi berhenti.',
    starts_at: at(-1),
    ends_at: at(1),
  };
  const save = (change: object = {}, id = newId()) =>
    app.http
      .put(`/api/admin/announcements/${id}`)
      .set(admin())
      .send({ ...body, ...change });
  const texts = async (path: string, by = app.as({ userId: newId() })) => {
    const answer = await app.http.get(path).set(by).expect(200);
    return (answer.body as { data: Announcement[] }).data.map(({ text_en }) => text_en);
  };

  it('are shown to customers from their start until their end only', async () => {
    await save().expect(200);
    await save({ text_en: 'later', starts_at: at(1), ends_at: at(2) }).expect(200);
    await save({ text_en: 'over', starts_at: at(-2), ends_at: at(-1) }).expect(200);
    expect(await texts('/api/user/announcements')).toEqual(['Installs pause.']);
    expect(await texts('/api/admin/announcements', admin())).toEqual([
      'later',
      'Installs pause.',
      'over',
    ]);
  });

  it('are replaced under the same id, deleted, and audited', async () => {
    const id = newId();
    await save({}, id).expect(200);
    await save({ text_en: 'Changed.' }, id).expect(200);
    expect(await texts('/api/user/announcements')).toEqual(['Changed.']);
    await app.http.delete(`/api/admin/announcements/${id}`).set(admin()).expect(200);
    await app.http.delete(`/api/admin/announcements/${id}`).set(admin()).expect(404);
    expect(await texts('/api/user/announcements')).toEqual([]);
    const audited = await app.database.query(
      `SELECT count(*)::int AS n FROM outbox WHERE subject = 'security.audit.recorded.v1'
        AND strpos(payload, $1) > 0`,
      [`announcement:${id}`],
    );
    expect(audited[0]).toEqual({ n: 3 });
  });

  it('are saved once when two requests with the same new id arrive concurrently', async () => {
    const id = newId();
    const answers = await Promise.all([save({}, id), save({}, id), save({}, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await texts('/api/admin/announcements', admin())).toEqual(['Installs pause.']);
  });

  it('are deleted 90 days after their end when another is saved', async () => {
    await save({ text_en: 'old', starts_at: at(-92 * 24), ends_at: at(-91 * 24) }).expect(200);
    await save().expect(200);
    expect(await texts('/api/admin/announcements', admin())).toEqual(['Installs pause.']);
  });

  it.each([
    [{ kind: 'x' }, 'Choose information or maintenance'],
    [{ text_id: ' ' }, 'Text must be 1 to 500 characters'],
    [{ starts_at: 'soon' }, 'Please enter a date and time'],
    [{ starts_at: '0000-01-01T00:00:00Z' }, 'Please enter a date and time'],
    [{ ends_at: '9999-12-31T23:00:00-12:00' }, 'Please enter a date and time'],
    [{ ends_at: at(-2) }, 'The end must be after the start'],
  ])('reject %j', async (change, message) => {
    const answer = await save(change).expect(400);
    expect(answer.body).toMatchObject({ message });
  });

  it('§6 need an administrator with a recent confirmation', async () => {
    const user = app.as({ userId: newId() });
    await app.http.get('/api/user/announcements').expect(401);
    await app.http.get('/api/admin/announcements').set(user).expect(403);
    await app.http.put(`/api/admin/announcements/${newId()}`).set(user).send(body).expect(403);
    const stale = app.as({ admin: true, confirmedSecondsAgo: 301 });
    const refused = await stepUpRefusals(app, stale);
    expect(refused.filter((route) => route.includes('announcements'))).toEqual([
      'DELETE /api/admin/announcements/:id',
      'PUT /api/admin/announcements/:id',
    ]);
  });
});
