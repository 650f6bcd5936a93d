import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { testTokens, type TestTokens } from '@casement/common/testing/test-tokens.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { telegram } from '../../src/telegram.service-definition.js';
import { LONG_WAIT, PRIMARY, SECRETS, TestEnvironment } from '../support/telegram-fixture.js';
import { TelegramProcess } from '../support/telegram-process.js';

describe('Telegram replicas', () => {
  let environment: TestEnvironment;
  let database: TestDatabase;
  let nats: TestNats;
  let tokens: TestTokens;
  let env: Record<string, string>;
  beforeAll(async () => {
    environment = await TestEnvironment.open();
    database = await testDatabase(telegram.database.migrations);
    nats = await testNats();
    tokens = await testTokens();
    env = {
      ...environment.env,
      ...nats.env,
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '5',
      AUTH_JWKS_URL: tokens.jwksUrl,
      LOG_LEVEL: 'debug',
      // Long enough to show that a takeover does not wait for a poll to end.
      TELEGRAM_POLL_SECONDS: '20',
      LEASE_MS: '2000',
    };
  });
  afterAll(async () => {
    await tokens.close();
    await nats.close();
    await database.close();
    await environment.close();
  });

  const answers = (person: number) =>
    environment.world.chat(PRIMARY, person).messages.filter(({ from }) => from === 'bot').length;
  const held = async () =>
    (
      await database.query(
        `SELECT 1 FROM lease WHERE name = 'poll:primary' AND lease_until > now()`,
      )
    ).length === 1;
  const counters = async () => {
    const [row] = await database.query<{ error_count: string; message_count: string }>(
      `SELECT error_count, message_count FROM telegram_bot WHERE name = 'primary'`,
    );
    return row;
  };
  const errors = async () => Number((await counters()).error_count);
  const messages = async () => Number((await counters()).message_count);

  it('let one poll, take over when it is killed, and handle no update twice', async () => {
    const person = environment.world.people[0].id;
    const first = await TelegramProcess.start(env);
    await waitFor(held, LONG_WAIT);
    const second = await TelegramProcess.start(env);
    try {
      for (let n = 1; n <= 5; n += 1) {
        environment.world.say(PRIMARY, person, '/help');
        await waitFor(() => answers(person) === n, LONG_WAIT);
      }
      // If two replicas had polled, one would have received a 409.
      expect(await errors()).toBe(0);

      environment.world.say(PRIMARY, person, '/language');
      await first.kill();
      environment.world.say(PRIMARY, person, '/language');
      // Expects at least 7: a reply that was sent but not yet marked as sent when its replica was killed is sent
      // again.
      await waitFor(async () => (await messages()) >= 7, LONG_WAIT);
      await waitFor(() => answers(person) >= 7, LONG_WAIT);
      expect(await messages()).toBe(7);
      const [written] = await database.query<{ count: string }>(
        `SELECT count(*) FROM notice WHERE kind = 'reply'`,
      );
      expect(Number(written.count)).toBe(7);

      Object.assign(environment.world.faults(PRIMARY), { unauthorized: true });
      await waitFor(() => second.log().includes('could not receive updates'), LONG_WAIT);
      Object.assign(environment.world.faults(PRIMARY), { unauthorized: false, loseAnswers: true });
      environment.world.say(PRIMARY, person, '/language');
      await waitFor(() => second.log().includes('notice not sent'), LONG_WAIT);
      for (const secret of SECRETS) {
        expect(first.log()).not.toContain(secret);
        expect(second.log()).not.toContain(secret);
      }
    } finally {
      await first.close();
      await second.close();
    }
  });
});
