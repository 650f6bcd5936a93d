import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { testTokens, type TestTokens } from '@casement/common/testing/test-tokens.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { telegram } from '../../src/telegram.service-definition.js';
import { PATIENCE, PRIMARY, SECRETS, Surroundings } from '../support/telegram-desk.js';
import { TelegramProcess } from '../support/telegram-process.js';

jest.setTimeout(300_000);

describe('two replicas', () => {
  let around: Surroundings;
  let database: TestDatabase;
  let nats: TestNats;
  let tokens: TestTokens;
  let env: Record<string, string>;
  beforeAll(async () => {
    around = await Surroundings.open();
    database = await testDatabase(telegram.database.migrations);
    nats = await testNats();
    tokens = await testTokens();
    env = {
      ...around.env,
      ...nats.env,
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '5',
      AUTH_JWKS_URL: tokens.jwksUrl,
      LOG_LEVEL: 'debug',
      // Long enough to see that nobody waits for a poll to end.
      TELEGRAM_POLL_SECONDS: '20',
      LEASE_MS: '2000',
    };
  });
  afterAll(async () => {
    await tokens.close();
    await nats.close();
    await database.close();
    await around.close();
  });

  const answers = (person: number) =>
    around.world.chat(PRIMARY, person).messages.filter(({ from }) => from === 'bot').length;
  const held = async () =>
    (
      await database.query(
        `SELECT 1 FROM lease WHERE name = 'poll:primary' AND lease_until > now()`,
      )
    ).length === 1;
  const errors = async () => {
    const [row] = await database.query<{ error_count: string }>(
      `SELECT error_count FROM telegram_bot WHERE name = 'primary'`,
    );
    return Number(row.error_count);
  };

  it('one polls; when it is killed the other takes over; no update is handled twice', async () => {
    const person = around.world.people[0].id;
    const first = await TelegramProcess.start(env);
    await waitFor(held, PATIENCE);
    const second = await TelegramProcess.start(env);
    try {
      for (let n = 1; n <= 5; n += 1) {
        around.world.say(PRIMARY, person, '/help');
        await waitFor(() => answers(person) === n, PATIENCE);
      }
      // Two that poll would have met a 409.
      expect(await errors()).toBe(0);

      around.world.say(PRIMARY, person, '/language');
      await first.kill();
      around.world.say(PRIMARY, person, '/language');
      await waitFor(() => answers(person) >= 7, PATIENCE);
      const [counted] = await database.query<{ message_count: string }>(
        `SELECT message_count FROM telegram_bot WHERE name = 'primary'`,
      );
      expect(Number(counted.message_count)).toBe(7);
      const [written] = await database.query<{ count: string }>(
        `SELECT count(*) FROM notice WHERE kind = 'reply'`,
      );
      expect(Number(written.count)).toBe(7);

      Object.assign(around.world.faults(PRIMARY), { unauthorized: true });
      await waitFor(() => second.log().includes('updates not received'), PATIENCE);
      Object.assign(around.world.faults(PRIMARY), { unauthorized: false, loseAnswers: true });
      around.world.say(PRIMARY, person, '/language');
      await waitFor(() => second.log().includes('notice not sent'), PATIENCE);
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
