import { newId } from '@casement/common/data/database/new-id.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { testTokens, type TestTokens } from '@casement/common/testing/test-tokens.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { DedicatedNats } from '@casement/local/testing/dedicated-nats.js';
import { telegram } from '../../src/telegram.service-definition.js';
import { PRIMARY, TestEnvironment } from '../support/telegram-fixture.js';
import { TelegramProcess } from '../support/telegram-process.js';

/** `make soak-notices` sends 1,000. The default is a tenth at a tenth of the rate, which takes just as long. */
const NOTICES = Number(process.env.SOAK_NOTICES ?? 100);
const CHATS = NOTICES / 5;
const PER_SECOND = NOTICES / 10;
const CHAT_PAUSE_MS = 200;
/** Batch size of a sender. A notice recorded while a batch is being sent is sent after the batch. */
const BATCH = 20;
const AT_THE_SAME_TIME_MS = 1_000 + (BATCH / PER_SECOND) * 1_000;
const LONG = { timeoutMs: 240_000, everyMs: 50 };

describe(`${NOTICES} notices to ${CHATS} chats`, () => {
  let environment: TestEnvironment;
  let server: DedicatedNats;
  let nats: TestNats;
  let tokens: TestTokens;
  let database: TestDatabase;
  /** The first replica sends; the second takes over when the first is killed. */
  let replicas: TelegramProcess[];
  const users: string[] = [];

  beforeAll(async () => {
    environment = await TestEnvironment.open();
    server = await DedicatedNats.start();
    nats = await testNats(server.url);
    tokens = await testTokens();
    database = await testDatabase(telegram.database.migrations);
    for (let n = 0; n < CHATS; n += 1) {
      const [userId, chatId] = [newId(), 8_000_000_000 + n];
      users.push(userId);
      environment.world.addPerson({ id: chatId, firstName: `Person ${n}` });
      environment.world.chat(PRIMARY, chatId).started = true;
      await database.query(
        `WITH chat AS (INSERT INTO telegram_chat (bot, chat_id) VALUES ('primary', $2))
         INSERT INTO telegram_link (user_id, telegram_user_id, display_name) VALUES ($1, $2, 'P')`,
        [userId, chatId],
      );
    }
    const env = {
      ...environment.env,
      ...nats.env,
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      AUTH_JWKS_URL: tokens.jwksUrl,
      LOG_LEVEL: 'warn',
      TELEGRAM_MESSAGES_PER_SECOND: String(PER_SECOND),
      TELEGRAM_CHAT_PAUSE_MS: String(CHAT_PAUSE_MS),
    };
    replicas = [await TelegramProcess.start(env), await TelegramProcess.start(env)];
  }, 180_000);
  afterAll(async () => {
    for (const replica of replicas) await replica.close();
    await database.close();
    await tokens.close();
    await nats.close();
    await server.close();
    await environment.close();
  });

  const arrived = () => environment.world.fromBots();
  const publish = async (from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      await nats.publish('billing.topup.paid.v1', {
        topupId: newId(),
        userId: users[n % CHATS],
        reference: `N-${n}.`,
        quantity: 1,
        finalAmount: 50_000,
      });
    }
  };
  const referenceOf = (text: string) => /N-\d+\./.exec(text)?.[0] ?? '';

  it('survive a kill -9 and a NATS restart in order and within limits: no loss, at most one duplicate', async () => {
    const most = NOTICES * 0.6;
    await publish(0, most);
    await waitFor(() => arrived().length > NOTICES * 0.1, LONG);
    await replicas[0].kill();
    expect(arrived().length).toBeLessThan(most);
    await replicas[0].boot();
    await waitFor(() => arrived().length > NOTICES * 0.2, LONG);

    await server.kill();
    await server.restart();
    await waitFor(() => publish(most, most + 1).then(() => true), LONG);
    await publish(most + 1, NOTICES);
    await waitFor(
      () => new Set(arrived().map(({ text }) => referenceOf(text))).size === NOTICES,
      LONG,
    );
    await waitFor(
      async () =>
        (await database.query(`SELECT 1 FROM notice WHERE status = 'waiting'`)).length === 0,
      LONG,
    );

    const all = arrived();
    // One duplicate is allowed: the notice in flight during the crash.
    const rows = await database.query<{ reference: string; recordedAt: Date }>(
      `SELECT content->>'reference' AS reference, created_at AS "recordedAt"
         FROM notice WHERE status = 'sent' ORDER BY id`,
    );
    expect(all.length - rows.length).toBeLessThanOrEqual(1);
    expect(all.length).toBeGreaterThanOrEqual(rows.length);

    const recorded = new Map(rows.map((row, position) => [row.reference, { ...row, position }]));
    const noticeOf = ({ text }: { text: string }) => {
      const notice = recorded.get(referenceOf(text));
      if (!notice) throw new Error(`no notice was recorded for: ${text}`);
      return notice;
    };
    for (let n = 0; n < CHATS; n += 1) {
      const chat = all.filter(({ chatId }) => chatId === 8_000_000_000 + n);
      for (const [m, message] of chat.entries()) {
        const { position, recordedAt } = noticeOf(message);
        const overtaker = chat.slice(0, m).findLast((one) => noticeOf(one).position > position);
        // A notice may be out of order only if its event was redelivered by NATS after the crash, so that the notice
        // did not exist when the later one was sent.
        if (overtaker)
          expect(recordedAt.getTime()).toBeGreaterThan(overtaker.at - AT_THE_SAME_TIME_MS);
      }
      const gaps = chat.slice(1).map(({ at }, m) => at - chat[m].at);
      for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(CHAT_PAUSE_MS);
    }
    // Clocks have millisecond resolution, so a second may contain one more than the limit.
    for (const [n, { at }] of all.entries()) {
      const later = all[n + PER_SECOND + 1];
      if (later) expect(later.at - at).toBeGreaterThanOrEqual(999);
    }
  });
});
