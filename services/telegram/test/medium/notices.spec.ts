import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { LinksGrpcController } from '../../src/links/links.grpc.controller.js';
import { NoticesRepository } from '../../src/notices/notices.repository.js';
import { telegram } from '../../src/telegram.service-definition.js';

describe('notices and links', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp(telegram);
  });
  afterAll(() => app.close());

  const notices = () => app.get(Database).query('SELECT kind, user_id, content FROM notice');

  it('keeps a notice of every event that users are told of', async () => {
    const userId = newId();
    await app.nats.publish('install.job.status-changed.v1', {
      installId: newId(),
      userId,
      ip: '8.8.8.8',
      previousStatus: 'preparing',
      status: 'running',
      version: 3,
      failureCode: '',
      failureMessage: '',
    });
    await app.nats.publish('billing.topup.paid.v1', {
      topupId: newId(),
      userId,
      reference: 'T1',
      quantity: 5,
      finalAmount: 225000,
    });
    await waitFor(async () => (await notices()).length === 2);
    expect(await notices()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'install_status', user_id: userId }),
        expect.objectContaining({ kind: 'topup_paid', user_id: userId }),
      ]),
    );
  });

  it('keeps one notice of an event that is delivered twice', async () => {
    const event = { id: newId(), occurredAt: new Date() };
    const notice = { userId: newId(), kind: 'topup_paid' as const, content: {} };
    const before = (await notices()).length;
    await app.get(NoticesRepository).record(event, notice);
    await app.get(NoticesRepository).record(event, notice);
    expect(await notices()).toHaveLength(before + 1);
  });

  it('answers with the links there are, and leaves other users out', async () => {
    const userId = newId();
    await app
      .get(Database)
      .query(
        `INSERT INTO telegram_link (user_id, telegram_user_id, display_name) VALUES ($1, '5000000001', 'Rahmat')`,
        [userId],
      );
    const { links } = await app.get(LinksGrpcController).getLinks({ userIds: [userId, newId()] });
    expect(links).toEqual([
      {
        userId,
        telegramUserId: '5000000001',
        username: '',
        displayName: 'Rahmat',
        notificationsEnabled: true,
      },
    ]);
  });
});
