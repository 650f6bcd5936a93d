import { newId } from '@casement/common/database/new-id.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { NoticesRepository } from '../../src/notices/notices.repository.js';
import { telegram } from '../../src/telegram.service-definition.js';

describe('a deleted user', () => {
  let app: TestApp;
  let ann: string;
  let bob: string;
  beforeAll(async () => {
    app = await testApp(telegram);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    [ann, bob] = [newId(), newId()];
    for (const [n, userId] of [ann, bob].entries()) {
      await app.database.query(
        `INSERT INTO telegram_link (user_id, telegram_user_id, display_name) VALUES ($1, $2, 'A')`,
        [userId, `${n}-${userId}`],
      );
      await notify(userId);
    }
  });

  const notify = (userId: string) =>
    app
      .get(NoticesRepository)
      .record(
        { id: newId(), occurredAt: new Date() },
        { userId, kind: 'install_status', content: { ip: '8.8.8.8' } },
      );
  const left = async (userId: string) =>
    (
      await app.database.query(
        `SELECT 1 FROM telegram_link WHERE user_id = $1 UNION ALL SELECT 1 FROM notice WHERE user_id = $1`,
        [userId],
      )
    ).length;

  it('loses link, settings and notices, and nobody else does', async () => {
    await app.nats.publish('auth.user.deleted.v1', { userId: ann });
    await waitFor(async () => (await left(ann)) === 0);
    expect(await left(bob)).toBe(2);
  });

  it('may be erased twice', async () => {
    const service = app.get(DeletedUsersService);
    await service.erase(ann);
    await service.erase(ann);
    expect(await left(ann)).toBe(0);
  });

  it('gets no notice of what comes late', async () => {
    await app.get(DeletedUsersService).erase(ann);
    await notify(ann);
    expect(await left(ann)).toBe(0);
  });

  it('keeps no notice that is written at the same moment', async () => {
    await Promise.all([
      ...Array.from({ length: 10 }, () => notify(ann)),
      app.get(DeletedUsersService).erase(ann),
      ...Array.from({ length: 10 }, () => notify(ann)),
    ]);
    expect(await left(ann)).toBe(0);
  });
});
