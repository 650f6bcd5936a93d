import { sha256Hex } from '@casement/common/crypto/tokens.js';
import { newId } from '@casement/common/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { LinksGrpcController } from '../../src/links/links.grpc.controller.js';
import { PATIENCE, PRIMARY, TelegramDesk } from '../support/telegram-desk.js';

const NOT_CONNECTED = {
  telegramUserId: null,
  displayName: null,
  telegram: null,
  notificationsEnabled: false,
  blocked: false,
};

// Every wait has a condition; this ends only what hangs on a busy machine.
jest.setTimeout(120_000);

describe('connecting Telegram', () => {
  let desk: TelegramDesk;
  beforeAll(async () => {
    desk = await TelegramDesk.open();
  });
  afterAll(() => desk.close());

  const post = (path: string, userId: string, body: object = {}) =>
    desk.app.http.post(`/api/user/${path}`).set(desk.app.as({ userId })).send(body);

  it('§7 §9 gives a link to the bot that is valid for 10 minutes, and keeps only its hash', async () => {
    const userId = desk.newUser();
    const { body } = await post('connect-telegram', userId).expect(200);
    expect(body.data.expiresInMinutes).toBe(10);
    const { code, url } = await desk.newCode(userId);
    expect(url).toBe(`https://t.me/${PRIMARY}?start=${code}`);
    expect(code).toMatch(/^[A-Za-z0-9_-]{32,64}$/);
    const rows = await desk.app.database.query<{ code_hash: string; minutes: number }>(
      `SELECT code_hash, extract(epoch FROM expires_at - created_at)::int / 60 AS minutes
         FROM link_code WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [userId],
    );
    expect(rows).toEqual([{ code_hash: sha256Hex(code), minutes: 10 }]);
  });

  it('§3 §4 connects whoever presses Start, with notifications on, and says so', async () => {
    const userId = desk.newUser('dewi');
    const person = desk.newPerson('Dewi & Co', 'dewi_rdp');
    expect(await desk.status(userId)).toMatchObject(NOT_CONNECTED);
    const { code } = await desk.newCode(userId);
    const answer = await desk.say(person, `/start ${code}`);
    expect(answer).toContain('Connected. This chat is connected to the Casement account dewi.');
    expect(await desk.status(userId)).toMatchObject({
      telegramUserId: String(person),
      displayName: 'Dewi & Co',
      telegram: 'dewi_rdp',
      notificationsEnabled: true,
      blocked: false,
      botLink: `https://t.me/${PRIMARY}`,
    });
    const { links } = await desk.app.get(LinksGrpcController).getLinks({ userIds: [userId] });
    expect(links).toMatchObject([{ telegramUserId: String(person), notificationsEnabled: true }]);
    await waitFor(
      async () =>
        (await desk.app.nats.events('telegram.link.created.v1')).some(
          ({ payload }) => payload.userId === userId && payload.telegramUserId === String(person),
        ),
      PATIENCE,
    );
  });

  it('works a code once only', async () => {
    const userId = desk.newUser();
    const { code } = await desk.newCode(userId);
    const [first, second] = [desk.newPerson(), desk.newPerson()];
    await desk.say(first, `/start ${code}`);
    expect(await desk.say(second, `/start ${code}`)).toContain('was used already');
    expect(await desk.status(userId)).toMatchObject({ telegramUserId: String(first) });
  });

  it('§9 refuses a code after 10 minutes', async () => {
    const userId = desk.newUser();
    const { code } = await desk.newCode(userId);
    await desk.app.database.query(`UPDATE link_code SET expires_at = now() WHERE user_id = $1`, [
      userId,
    ]);
    expect(await desk.say(desk.newPerson(), `/start ${code}`)).toContain('has expired');
    expect(await desk.status(userId)).toMatchObject(NOT_CONNECTED);
  });

  it.each(['x', 'a'.repeat(64), 'a'.repeat(65), "'; DROP TABLE", '<b>', '../..'])(
    'connects nobody by the made-up code %j',
    async (code) => {
      expect(await desk.say(desk.newPerson(), `/start ${code}`)).toContain('is not valid');
    },
  );

  it('moves to another Telegram account of the same user, and tells both chats', async () => {
    const { userId, person } = await desk.linked();
    const other = desk.newPerson('Ann at work');
    const { code } = await desk.newCode(userId);
    expect(await desk.say(other, `/start ${code}`)).toContain(
      'was connected to another Telegram account before',
    );
    await waitFor(() => desk.told(person).at(-1)?.includes('now connected to another'), PATIENCE);
    expect(await desk.status(userId)).toMatchObject({ telegramUserId: String(other) });
    const removed = await waitFor(async () => {
      const events = await desk.app.nats.events('telegram.link.removed.v1');
      return events.find(({ payload }) => payload.userId === userId);
    }, PATIENCE);
    expect(removed.payload.telegramUserId).toBe(String(person));
  });

  it('moves a Telegram account from one user to another, and says so', async () => {
    const { userId: ann, person } = await desk.linked('ann');
    const budi = desk.newUser('budi');
    const { code } = await desk.newCode(budi);
    const answer = await desk.say(person, `/start ${code}`);
    expect(answer).toContain('the Casement account budi');
    expect(answer).toContain('connected to another Casement account before');
    expect(await desk.status(ann)).toMatchObject(NOT_CONNECTED);
    expect(await desk.status(budi)).toMatchObject({ telegramUserId: String(person) });
  });

  it('§4 the same account again says so, and turns notifications on', async () => {
    const { userId, person } = await desk.linked();
    await post('telegram-notifications', userId, { enabled: false }).expect(200);
    const { code } = await desk.newCode(userId);
    const answer = await desk.say(person, `/start ${code}`);
    expect(answer).toContain('This Telegram account was connected already.');
    expect(answer).toContain('Notifications are on.');
    expect(answer).not.toContain('before');
    expect(await desk.status(userId)).toMatchObject({ notificationsEnabled: true });
  });

  it('§4 toggles notifications, of the caller alone', async () => {
    const { userId } = await desk.linked();
    const { userId: other } = await desk.linked();
    const { body } = await post('telegram-notifications', userId, { enabled: false }).expect(200);
    expect(body.data.notificationsEnabled).toBe(false);
    expect(await desk.status(other)).toMatchObject({ notificationsEnabled: true });
    await post('telegram-notifications', userId, { enabled: true }).expect(200);
    expect(await desk.status(userId)).toMatchObject({ notificationsEnabled: true });
  });

  it('§4 disconnects, resets the settings and tells the chat', async () => {
    const { userId, person } = await desk.linked();
    const { userId: other } = await desk.linked();
    await post('telegram-notifications', userId, { enabled: false }).expect(200);
    const { body } = await post('disconnect-telegram', userId).expect(200);
    expect(body.data).toMatchObject(NOT_CONNECTED);
    await waitFor(() => desk.told(person).at(-1)?.includes('no longer connected'), PATIENCE);
    expect(await desk.status(other)).toMatchObject({ notificationsEnabled: true });

    const { code } = await desk.newCode(userId);
    await desk.say(person, `/start ${code}`);
    expect(await desk.status(userId)).toMatchObject({ notificationsEnabled: true });
  });

  it.each([
    ['disconnect-telegram', {}],
    ['telegram-notifications', { enabled: true }],
  ])('§7 %s without a connected account is a clear refusal', async (path, body) => {
    const answer = await post(path, desk.newUser(), body).expect(409);
    expect(answer.body).toMatchObject({
      code: 'TELEGRAM_NOT_CONNECTED',
      message: 'No Telegram account is connected.',
    });
  });

  it('§7 wants to know whether on or off', async () => {
    const answer = await post('telegram-notifications', desk.newUser(), {}).expect(400);
    expect(answer.body.message).toBe('Enabled must be true or false');
  });

  it('shows that the user has blocked the bot, and forgets it when they let it in again', async () => {
    const { userId, person } = await desk.linked();
    desk.world.setBlocked(PRIMARY, person, true);
    await waitFor(async () => (await desk.status(userId)).blocked === true, PATIENCE);
    desk.world.setBlocked(PRIMARY, person, false);
    await waitFor(async () => (await desk.status(userId)).blocked === false, PATIENCE);
  });

  it('a disconnect makes open links worthless', async () => {
    const { userId } = await desk.linked();
    const { code } = await desk.newCode(userId);
    await post('disconnect-telegram', userId).expect(200);
    expect(await desk.say(desk.newPerson(), `/start ${code}`)).toContain('is not valid');
  });

  it('keeps no more than five open links of a user, the latest ones', async () => {
    const userId = desk.newUser();
    const codes: string[] = [];
    for (let n = 0; n < 7; n += 1) codes.push((await desk.newCode(userId)).code);
    expect(await desk.say(desk.newPerson(), `/start ${codes[0]}`)).toContain('is not valid');
    expect(await desk.say(desk.newPerson(), `/start ${codes[6]}`)).toContain('Connected.');
  });

  it('§6 asks for a sign-in', async () => {
    await desk.app.http.get('/api/auth/telegram/status').expect(401);
    const calls = ['connect-telegram', 'telegram-notifications', 'disconnect-telegram'];
    for (const path of [...calls, 'telegram-notifications/test']) {
      await desk.app.http.post(`/api/user/${path}`).expect(401);
    }
    const settings = '/api/user/telegram-notifications/settings';
    await desk.app.http.get(settings).expect(401);
    await desk.app.http.put(settings).expect(401);
  });

  it('an unknown user is simply not connected', async () => {
    expect(await desk.status(newId())).toMatchObject(NOT_CONNECTED);
  });
});
