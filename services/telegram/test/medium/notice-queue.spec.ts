import type { DataSource } from 'typeorm';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { NoticeQueueRepository } from '../../src/sending/notice-queue.repository.js';
import { telegram } from '../../src/telegram.service-definition.js';

describe(NoticeQueueRepository.name, () => {
  let database: TestDatabase;
  let source: DataSource;
  let sut: NoticeQueueRepository;
  beforeAll(async () => {
    database = await testDatabase(telegram.database.migrations);
    source = createDataSource({ url: database.url, applicationName: 'queue', entities: [] });
    await source.initialize();
    sut = new NoticeQueueRepository(new Database(source));
  });
  afterAll(async () => {
    await source.destroy();
    await database.close();
  });

  const add = async (userId: string, kind: string, secondsAgo: number, content = {}) => {
    const id = newId();
    await database.query(
      `INSERT INTO notice (id, user_id, recipient, kind, content, occurred_at, next_attempt_at)
       VALUES ($1, $2::uuid, $2::uuid::text, $3, $5, now(), now() - make_interval(secs => $4))`,
      [id, userId, kind, secondsAgo, content],
    );
    return id;
  };

  it('returns ends and payments before steps, in order per recipient', async () => {
    const [ann, bob, cem, dan] = [newId(), newId(), newId(), newId()];
    const step = await add(dan, 'install_progress', 40);
    await add(ann, 'install_progress', 30);
    const first = await add(ann, 'install_finished', 20);
    await add(ann, 'topup_paid', 15);
    const paid = await add(bob, 'topup_paid', 10);
    const end = await add(cem, 'install_finished', 5);
    expect(await sut.due('telegram', 20)).toEqual([first, paid, end, step]);
  });

  it('returns only the newest notice of an install per chat, however long the backlog', async () => {
    const user = newId();
    const [ended, underWay, other] = [newId(), newId(), newId()].map((installId) => ({
      installId,
    }));
    const old = [
      await add(user, 'install_progress', 50, ended),
      await add(user, 'install_progress', 45, underWay),
    ];
    const newer = await add(user, 'install_progress', 40, underWay);
    const single = await add(user, 'install_progress', 30, other);
    const end = await add(user, 'install_finished', 20, ended);
    expect(await sut.skipSuperseded()).toBe(2);
    const left = await database.query<{ id: string }>(
      `SELECT id FROM notice WHERE user_id = $1 AND status = 'waiting' ORDER BY id`,
      [user],
    );
    expect(left.map(({ id }) => id)).toEqual([newer, single, end]);
    const [{ skipped }] = await database.query<{ skipped: number }>(
      `SELECT count(*)::int AS skipped FROM notice WHERE id = ANY ($1) AND status = 'skipped'`,
      [old],
    );
    expect(skipped).toBe(2);
    expect(await sut.skipSuperseded()).toBe(0);
  });
});
