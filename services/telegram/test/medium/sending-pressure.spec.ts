import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { ServiceOperations } from '@casement/proto/http/operations.js';
import { LONG_WAIT, PRIMARY, TelegramFixture } from '../support/telegram-fixture.js';

describe('Operations warning about undelivered notices', () => {
  let fixture: TelegramFixture;
  beforeAll(async () => {
    fixture = await TelegramFixture.open();
  });
  afterAll(() => fixture.close());

  const queue = async () => {
    const { body } = await fixture.admin('get', '/admin/operations/telegram').expect(200);
    const { parts } = (body as { data: ServiceOperations }).data;
    return parts.find(({ name }) => name === 'telegram-queue');
  };
  /** Waits until the reply is also recorded as sent, because the pause of the chat starts then. */
  const answered = (person: number) =>
    waitFor(async () => {
      const waiting = `SELECT 1 FROM notice WHERE chat_id = $1 AND status = 'waiting'`;
      return (await fixture.app.database.query(waiting, [person])).length === 0;
    }, LONG_WAIT);
  const isReady = async () =>
    (await fetch(new URL('/health/ready', fixture.app.url))).status === 200;

  it('is absent while notices are sent', async () => {
    expect(await queue()).toEqual({ name: 'telegram-queue', ok: true, problem: null });
  });

  it('shows that Telegram has paused a bot and for how long, while the service stays ready', async () => {
    const { userId } = await fixture.linked();
    fixture.world.faults(PRIMARY).floodSeconds = 30;
    await fixture.paid(userId, 'T-1');
    await waitFor(async () => (await queue())?.ok === false, LONG_WAIT);
    expect((await queue())?.problem).toMatch(
      /^1 notices wait for Telegram, the oldest for \d+ s; 500 a second are sent; Telegram has stopped the primary bot for \d+ s$/,
    );
    expect(await isReady()).toBe(true);
    await fixture.app.database.query('UPDATE telegram_bot SET paused_until = NULL');
    await waitFor(async () => (await queue())?.ok, LONG_WAIT);
  });

  it('shows how many notices are waiting and since when, once one has been due for a minute', async () => {
    const delayBy = async (seconds: number) => {
      // The pause of the chat is extended, so that this notice is due but not sent.
      const { userId, person } = await fixture.linked();
      await answered(person);
      await fixture.app.database.query(
        `UPDATE telegram_chat SET next_message_at = now() + interval '1 hour' WHERE chat_id = $1`,
        [person],
      );
      await fixture.app.database.query(
        `INSERT INTO notice (id, user_id, recipient, kind, content, occurred_at, next_attempt_at)
         VALUES ($1, $2::uuid, $2::uuid::text, 'quota_low', '{"quota":1}', now(), now() - make_interval(secs => $3))`,
        [newId(), userId, seconds],
      );
    };
    await fixture.app.database.query(`DELETE FROM notice WHERE status = 'waiting'`);
    await delayBy(30);
    expect((await queue())?.ok).toBe(true);
    await delayBy(90);
    expect((await queue())?.problem).toMatch(/^2 notices wait for Telegram, the oldest for 9\d s;/);
  });
});
