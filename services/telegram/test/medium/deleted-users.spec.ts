import { newId } from '@casement/common/data/database/new-id.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { NoticesService } from '../../src/notices/notices.service.js';
import { telegram } from '../../src/telegram.service-definition.js';

describe('deleted users', () => {
  let app: TestApp;
  let ann: string;
  let bob: string;
  let nextChat = 5_000_000_000;
  beforeAll(async () => {
    app = await testApp(telegram);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    [ann, bob] = [newId(), newId()];
    for (const userId of [ann, bob]) {
      nextChat += 1;
      await app.database.query(
        `INSERT INTO telegram_link (user_id, telegram_user_id, display_name) VALUES ($1, $2, 'A')`,
        [userId, nextChat],
      );
      await app.database.query(`INSERT INTO telegram_chat (bot, chat_id) VALUES ('primary', $1)`, [
        nextChat,
      ]);
      await app.database.query(
        `INSERT INTO link_code (code_hash, user_id, expires_at) VALUES ($1::text, $2, now())`,
        [String(nextChat), userId],
      );
      await app.database.query(
        `INSERT INTO notice_setting (user_id, event, telegram, email)
         VALUES ($1, 'topup_paid', false, false)`,
        [userId],
      );
      await app.database.query(`INSERT INTO notice_read (user_id, read_until) VALUES ($1, now())`, [
        userId,
      ]);
      await app.database.query(`INSERT INTO chat_language (chat_id, language) VALUES ($1, 'id')`, [
        nextChat,
      ]);
      await notify(userId);
    }
  });

  const notify = (userId: string) =>
    app
      .get(NoticesService)
      .record(
        { id: newId(), occurredAt: new Date() },
        { userId, kind: 'topup_paid', content: { reference: 'T1' } },
      );
  const left = async (userId: string) =>
    (
      await app.database.query(
        `SELECT 1 FROM telegram_link l JOIN telegram_chat c ON c.chat_id = l.telegram_user_id
          WHERE user_id = $1
         UNION ALL SELECT 1 FROM notice WHERE user_id = $1
         UNION ALL SELECT 1 FROM link_code WHERE user_id = $1
         UNION ALL SELECT 1 FROM notice_read WHERE user_id = $1
         UNION ALL SELECT 1 FROM notice_setting WHERE user_id = $1`,
        [userId],
      )
    ).length;

  it('lose link, settings and notices, while other users keep theirs', async () => {
    await app.nats.publish('auth.user.deleted.v1', { userId: ann });
    await waitFor(async () => (await left(ann)) === 0);
    expect(await left(bob)).toBe(5);
  });

  it.each(['telegram_chat', 'chat_language'])('leave no row in %s', async (table) => {
    const rows = () => app.database.query(`SELECT 1 FROM ${table}`);
    const before = (await rows()).length;
    await app.get(DeletedUsersService).erase(ann);
    expect(await rows()).toHaveLength(before - 1);
  });

  it('can be erased twice', async () => {
    const service = app.get(DeletedUsersService);
    await service.erase(ann);
    await service.erase(ann);
    expect(await left(ann)).toBe(0);
  });

  it('get no notice of a late event', async () => {
    await app.get(DeletedUsersService).erase(ann);
    await notify(ann);
    expect(await left(ann)).toBe(0);
  });

  it('keep no notice that is written concurrently', async () => {
    await Promise.all([
      ...Array.from({ length: 10 }, () => notify(ann)),
      app.get(DeletedUsersService).erase(ann),
      ...Array.from({ length: 10 }, () => notify(ann)),
    ]);
    expect(await left(ann)).toBe(0);
  });
});
