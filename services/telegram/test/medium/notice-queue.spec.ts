import type { DataSource } from 'typeorm';
import { createDataSource } from '@casement/common/database/data-source.js';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
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

  const add = async (userId: string, kind: string, secondsAgo: number) => {
    const id = newId();
    await database.query(
      `INSERT INTO notice (id, user_id, recipient, kind, content, occurred_at, next_attempt_at)
       VALUES ($1, $2::uuid, $2::uuid::text, $3, '{}', now(), now() - make_interval(secs => $4))`,
      [id, userId, kind, secondsAgo],
    );
    return id;
  };

  it('gives out ends and payments before the steps of others, and each recipient’s own in order', async () => {
    const [ann, bob, cem] = [newId(), newId(), newId()];
    const step = await add(ann, 'install_progress', 30);
    await add(ann, 'install_finished', 20);
    const paid = await add(bob, 'topup_paid', 10);
    const end = await add(cem, 'install_finished', 5);
    expect(await sut.due('telegram', 20)).toEqual([paid, end, step]);
  });
});
