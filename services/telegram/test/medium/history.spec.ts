import { newId } from '@casement/common/data/database/new-id.js';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import type { Notification } from '@casement/proto/http/telegram/telegram.js';
import type { Notice } from '../../src/notices/notice.js';
import { NoticesService } from '../../src/notices/notices.service.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { telegram } from '../../src/telegram.service-definition.js';

const PATH = '/api/user/telegram-notifications/history';

describe('user notifications', () => {
  let app: TestApp;
  let me: string;
  beforeAll(async () => {
    app = await testApp(telegram);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    me = newId();
  });

  const record = async (kind: Notice['kind'], content: Notice['content'], userId = me) => {
    const id = newId();
    const event = { id, occurredAt: new Date('2026-11-21T07:02:00Z') };
    await app.get(NoticesService).record(event, { userId, kind, content });
    return id;
  };
  const paid = (reference: string, userId = me) =>
    record('topup_paid', { reference, quantity: 5, finalAmount: 225_000 }, userId);
  const list = async (userId = me, query = '') =>
    (
      await app.http
        .get(PATH + query)
        .set(app.as({ userId }))
        .expect(200)
    ).body as {
      data: Notification[];
      meta: { total: number };
    };
  const readFlags = async (userId = me) => (await list(userId)).data.map(({ read }) => read);
  const read = (until: string, userId = me) =>
    app.http.post('/api/user/telegram-notifications/read').set(app.as({ userId })).send({ until });

  it('are listed newest first with their subjects, without install steps', async () => {
    const install = { installId: 'i1', ip: '203.0.113.5', version: 3, failureMessage: 'No.' };
    const first = await paid('T1');
    await record('install_progress', { ...install, status: 'running' });
    const second = await record('install_finished', { ...install, status: 'failed' });
    const third = await record('quota_low', { quota: 1 });
    const fourth = await record('topup_refunded', { reference: 'T1', quantity: 2, amount: 90_000 });
    const about = { install: null, topup: null, quota: null, webhook: null, read: false };
    const created_at = '2026-11-21T07:02:00.000Z';
    expect(await list()).toMatchObject({
      data: [
        { ...about, id: fourth, event: 'topup_refunded', topup: { reference: 'T1', quantity: 2 } },
        { ...about, id: third, event: 'quota_low', quota: 1, created_at },
        {
          ...about,
          id: second,
          event: 'install_finished',
          install: { id: 'i1', ip: '203.0.113.5', status: 'failed' },
        },
        { ...about, id: first, event: 'topup_paid', topup: { reference: 'T1', quantity: 5 } },
      ],
      meta: { page: 1, pageSize: 15, total: 4 },
    });
  });

  it('state whether an install wrote Windows or Linux', async () => {
    const install = { installId: 'i1', ip: '203.0.113.5', status: 'completed' };
    await record('install_finished', install);
    await record('install_finished', { ...install, linux: 1 });
    const { data } = await list();
    expect(data.map(({ install: of }) => of?.kind)).toEqual(['linux', 'windows']);
  });

  it('are part of the data export, with link and settings', async () => {
    await paid('T1');
    await paid('T2', newId());
    const inside = grpcClient('telegram', { url: app.grpcUrl, deadlineMs: 20_000 });
    const { json } = await inside.ExportUser({ userId: me });
    inside.close();
    expect(JSON.parse(json)).toEqual({
      telegram: null,
      notification_settings: expect.arrayContaining([
        { event: 'quota_low', name: 'Low quota', telegram: false, email: false },
      ]) as unknown,
      notifications: [
        expect.objectContaining({ topup: { reference: 'T1', quantity: 5 } }) as unknown,
      ],
    });
  });

  it('are paged and limited to the last 90 days', async () => {
    const old = await paid('T-old');
    await app.database.query(
      `UPDATE notice SET created_at = now() - interval '90 days 1 minute' WHERE id = $1`,
      [old],
    );
    const ids = [await paid('T1'), await paid('T2'), await paid('T3')];
    const second = await list(me, '?page=2&pageSize=2');
    expect(second.data.map(({ id }) => id)).toEqual([ids[0]]);
    expect(second.meta).toEqual({ page: 2, pageSize: 2, total: 3 });
  });

  it('are marked as read up to a notice, and the mark never moves back', async () => {
    const [, second, third] = [await paid('T1'), await paid('T2'), await paid('T3')];
    await read(second).expect(200);
    expect(await readFlags()).toEqual([false, true, true]);
    await read(third).expect(200);
    await read(second).expect(200);
    expect(await readFlags()).toEqual([true, true, true]);
    await paid('T4');
    expect(await readFlags()).toEqual([false, true, true, true]);
  });

  it('are not counted as new again or as already read when an event arrives late', async () => {
    const id = newId();
    await read(await paid('T1')).expect(200);
    // The late notice has an older ID than the notice that was read.
    await app
      .get(NoticesService)
      .record(
        { id, occurredAt: new Date() },
        { userId: me, kind: 'quota_low', content: { quota: 1 } },
      );
    const lateNotice = (await list()).data.find((one) => one.id === id);
    expect(lateNotice?.read).toBe(false);
  });

  it('can be seen and marked as read by their owner only', async () => {
    const other = newId();
    const theirs = await paid('T1', other);
    expect((await list()).data).toEqual([]);
    const { body } = await read(theirs).expect(404);
    expect(body).toMatchObject({ code: 'NOT_FOUND', message: 'This notification does not exist.' });
    await read(newId()).expect(404);
    await read('nonsense').expect(400);
    expect(await readFlags(other)).toEqual([false]);
    await app.http.get(PATH).expect(401);
  });

  it('are deleted with their user', async () => {
    const id = await paid('T1');
    await app.get(DeletedUsersService).erase(me);
    expect((await list()).data).toEqual([]);
    await read(id).expect(404);
  });
});
