import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { recordRevocation } from '@casement/common/platform/auth/access-revocations.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { LinksGrpcController } from '../../src/chats/links.grpc.controller.js';
import { LONG_WAIT, PRIMARY, TelegramFixture } from '../support/telegram-fixture.js';

const NOT_CONNECTED = {
  telegramUserId: null,
  displayName: null,
  telegram: null,
  notificationsEnabled: false,
  blocked: false,
};

describe('Telegram links', () => {
  let fixture: TelegramFixture;
  beforeAll(async () => {
    fixture = await TelegramFixture.open();
  });
  afterAll(() => fixture.close());

  const post = (path: string, userId: string, body: object = {}) =>
    fixture.app.http.post(`/api/user/${path}`).set(fixture.app.as({ userId })).send(body);

  it('§7 §9 creates a link to the bot that is valid for 10 minutes, and stores only its hash', async () => {
    const userId = fixture.newUser();
    const { body } = await post('connect-telegram', userId).expect(200);
    expect(body.data.expiresInMinutes).toBe(10);
    const { code, url } = await fixture.newCode(userId);
    expect(url).toBe(`https://t.me/${PRIMARY}?start=${code}`);
    expect(code).toMatch(/^[A-Za-z0-9_-]{32,64}$/);
    const rows = await fixture.app.database.query<{ code_hash: string; minutes: number }>(
      `SELECT code_hash, extract(epoch FROM expires_at - created_at)::int / 60 AS minutes
         FROM link_code WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [userId],
    );
    expect(rows).toEqual([{ code_hash: sha256Hex(code), minutes: 10 }]);
  });

  it('§3 §4 connects the account that presses Start, turns notifications on, and confirms', async () => {
    const userId = fixture.newUser('dewi');
    const person = fixture.newPerson('Dewi & Co', 'dewi_rdp');
    expect(await fixture.status(userId)).toMatchObject(NOT_CONNECTED);
    const { code } = await fixture.newCode(userId);
    const answer = await fixture.send(person, `/start ${code}`);
    expect(answer).toContain('Connected. This chat is connected to the Casement account dewi.');
    expect(await fixture.status(userId)).toMatchObject({
      telegramUserId: String(person),
      displayName: 'Dewi & Co',
      telegram: 'dewi_rdp',
      notificationsEnabled: true,
      blocked: false,
      botLink: `https://t.me/${PRIMARY}`,
    });
    const { links } = await fixture.app.get(LinksGrpcController).getLinks({ userIds: [userId] });
    expect(links).toMatchObject([{ telegramUserId: String(person), notificationsEnabled: true }]);
    await waitFor(
      async () =>
        (await fixture.app.nats.events('telegram.link.created.v1')).some(
          ({ payload }) => payload.userId === userId && payload.telegramUserId === String(person),
        ),
      LONG_WAIT,
    );
  });

  it('removes the link and open codes of a user whose access was revoked', async () => {
    const [userId, otherId] = [fixture.newUser(), fixture.newUser()];
    const [person, other] = [fixture.newPerson(), fixture.newPerson()];
    await fixture.send(person, `/start ${(await fixture.newCode(userId)).code}`);
    await fixture.send(other, `/start ${(await fixture.newCode(otherId)).code}`);
    const { code } = await fixture.newCode(userId);
    await fixture.app.nats.publish('auth.access.revoked.v1', { userId });
    await waitFor(async () => (await fixture.status(userId)).telegramUserId === null, LONG_WAIT);
    await fixture.send(person, `/start ${code}`);
    expect(await fixture.status(userId)).toMatchObject(NOT_CONNECTED);
    expect(await fixture.status(otherId)).toMatchObject({ telegramUserId: String(other) });
  });

  it('refuses a request that passed the guard before access was revoked, and accepts a later confirmation', async () => {
    const { userId, person } = await fixture.linked();
    await fixture.app.nats.publish('auth.access.revoked.v1', { userId });
    await waitFor(async () => (await fixture.status(userId)).telegramUserId === null, LONG_WAIT);
    const connect = (confirmedSecondsAgo: number) =>
      fixture.app.http
        .post('/api/user/connect-telegram')
        .set(fixture.app.as({ userId, confirmedSecondsAgo }));
    expect((await connect(1).expect(403)).body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    const { body } = await connect(-1).expect(200);
    const code = new URL(body.data.telegramBotUrl as string).searchParams.get('start') ?? '';
    expect(await fixture.send(person, `/start ${code}`)).toContain('Connected.');
  });

  it('deletes a code whose creation is committed while the revocation waits', async () => {
    const userId = fixture.newUser();
    const { database } = fixture.app;
    for (let open = 0; open < 5; open += 1) await fixture.newCode(userId);
    const blocked = async (count: number) =>
      (
        await database.query(
          `SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).length >= count;
    // A sixth code deletes the oldest one, which is locked here.
    const { creation } = await fixture.app.get(Database).transaction(async (tx) => {
      await tx.query('SELECT 1 FROM link_code WHERE user_id = $1 FOR UPDATE', [userId]);
      const creation = fixture.newCode(userId);
      creation.catch(() => undefined);
      await waitFor(() => blocked(1), LONG_WAIT);
      await fixture.app.nats.publish('auth.access.revoked.v1', { userId });
      await waitFor(() => blocked(2), LONG_WAIT);
      return { creation };
    });
    await creation;
    const codes = () => database.query('SELECT 1 FROM link_code WHERE user_id = $1', [userId]);
    await waitFor(async () => (await codes()).length === 0, LONG_WAIT);
  });

  it('stores one revocation per user for at most a day', async () => {
    const db = fixture.app.get(Database);
    const [userId, deleted] = [fixture.newUser(), fixture.newUser()];
    const stored = async (id: string) =>
      (await db.query('SELECT 1 FROM access_revocation WHERE user_id = $1', [id])).length;
    for (const id of [userId, userId, deleted]) {
      await db.transaction((tx) => recordRevocation(tx, id));
    }
    await fixture.app.get(DeletedUsersService).erase(deleted);
    await fixture.app.get(Jobs).runNow('housekeeping');
    expect([await stored(userId), await stored(deleted)]).toEqual([1, 0]);
    await db.query(
      `UPDATE access_revocation SET revoked_at = now() - interval '25 hours' WHERE user_id = $1`,
      [userId],
    );
    await fixture.app.get(Jobs).runNow('housekeeping');
    expect(await stored(userId)).toBe(0);
  });

  it('needs a recent password or code to connect, and none to disconnect', async () => {
    const userId = fixture.newUser();
    const old = fixture.app.as({ userId, confirmedSecondsAgo: 301 });
    const refused = await fixture.app.http.post('/api/user/connect-telegram').set(old).expect(403);
    expect(refused.body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    const person = fixture.newPerson();
    await fixture.send(person, `/start ${(await fixture.newCode(userId)).code}`);
    await fixture.app.http.post('/api/user/disconnect-telegram').set(old).expect(200);
  });

  it('accepts a code only once', async () => {
    const userId = fixture.newUser();
    const { code } = await fixture.newCode(userId);
    const [first, second] = [fixture.newPerson(), fixture.newPerson()];
    await fixture.send(first, `/start ${code}`);
    expect(await fixture.send(second, `/start ${code}`)).toContain('was already used');
    expect(await fixture.status(userId)).toMatchObject({ telegramUserId: String(first) });
  });

  it('§9 rejects a code after 10 minutes', async () => {
    const userId = fixture.newUser();
    const { code } = await fixture.newCode(userId);
    await fixture.app.database.query(`UPDATE link_code SET expires_at = now() WHERE user_id = $1`, [
      userId,
    ]);
    expect(await fixture.send(fixture.newPerson(), `/start ${code}`)).toContain('has expired');
    expect(await fixture.status(userId)).toMatchObject(NOT_CONNECTED);
  });

  it.each(['x', 'a'.repeat(64), 'a'.repeat(65), "'; DROP TABLE", '<b>', '../..'])(
    'rejects the invented code %j',
    async (code) => {
      expect(await fixture.send(fixture.newPerson(), `/start ${code}`)).toContain('is invalid');
    },
  );

  it("replaces the user's Telegram account and notifies both chats", async () => {
    const { userId, person } = await fixture.linked();
    const other = fixture.newPerson('Ann at work');
    const { code } = await fixture.newCode(userId);
    expect(await fixture.send(other, `/start ${code}`)).toContain(
      'used to be connected to another Telegram account',
    );
    await waitFor(
      () => fixture.messagesTo(person).at(-1)?.includes('now connected to another'),
      LONG_WAIT,
    );
    expect(await fixture.status(userId)).toMatchObject({ telegramUserId: String(other) });
    const removed = await waitFor(async () => {
      const events = await fixture.app.nats.events('telegram.link.removed.v1');
      return events.find(({ payload }) => payload.userId === userId);
    }, LONG_WAIT);
    expect(removed.payload.telegramUserId).toBe(String(person));
  });

  it('moves a Telegram account from one user to another, and reports it', async () => {
    const { userId: ann, person } = await fixture.linked('ann');
    const budi = fixture.newUser('budi');
    const { code } = await fixture.newCode(budi);
    const answer = await fixture.send(person, `/start ${code}`);
    expect(answer).toContain('the Casement account budi');
    expect(answer).toContain('used to be connected to another Casement account');
    expect(await fixture.status(ann)).toMatchObject(NOT_CONNECTED);
    expect(await fixture.status(budi)).toMatchObject({ telegramUserId: String(person) });
  });

  it('§4 reports that the account is already linked, and turns notifications on', async () => {
    const { userId, person } = await fixture.linked();
    await post('telegram-notifications', userId, { enabled: false }).expect(200);
    const { code } = await fixture.newCode(userId);
    const answer = await fixture.send(person, `/start ${code}`);
    expect(answer).toContain('This Telegram account is already connected.');
    expect(answer).toContain('Notifications are on.');
    expect(answer).not.toContain('before');
    expect(await fixture.status(userId)).toMatchObject({ notificationsEnabled: true });
  });

  it('§4 toggles notifications of the caller only', async () => {
    const { userId } = await fixture.linked();
    const { userId: other } = await fixture.linked();
    const { body } = await post('telegram-notifications', userId, { enabled: false }).expect(200);
    expect(body.data.notificationsEnabled).toBe(false);
    expect(await fixture.status(other)).toMatchObject({ notificationsEnabled: true });
    await post('telegram-notifications', userId, { enabled: true }).expect(200);
    expect(await fixture.status(userId)).toMatchObject({ notificationsEnabled: true });
  });

  it('§4 disconnects, resets the settings and notifies the chat', async () => {
    const { userId, person } = await fixture.linked();
    const { userId: other } = await fixture.linked();
    await post('telegram-notifications', userId, { enabled: false }).expect(200);
    const { body } = await post('disconnect-telegram', userId).expect(200);
    expect(body.data).toMatchObject(NOT_CONNECTED);
    await waitFor(
      () => fixture.messagesTo(person).at(-1)?.includes('no longer connected'),
      LONG_WAIT,
    );
    expect(await fixture.status(other)).toMatchObject({ notificationsEnabled: true });

    const { code } = await fixture.newCode(userId);
    await fixture.send(person, `/start ${code}`);
    expect(await fixture.status(userId)).toMatchObject({ notificationsEnabled: true });
  });

  it.each([
    ['disconnect-telegram', {}],
    ['telegram-notifications', { enabled: true }],
  ])('§7 rejects %s without a linked account', async (path, body) => {
    const answer = await post(path, fixture.newUser(), body).expect(409);
    expect(answer.body).toMatchObject({
      code: 'TELEGRAM_NOT_CONNECTED',
      message: 'No Telegram account is connected.',
    });
  });

  it('§7 rejects a notification setting that is neither on nor off', async () => {
    const answer = await post('telegram-notifications', fixture.newUser(), {}).expect(400);
    expect(answer.body.message).toBe('Enabled must be true or false');
  });

  it('shows that the user has blocked the bot, until they unblock it', async () => {
    const { userId, person } = await fixture.linked();
    fixture.world.setBlocked(PRIMARY, person, true);
    await waitFor(async () => (await fixture.status(userId)).blocked === true, LONG_WAIT);
    fixture.world.setBlocked(PRIMARY, person, false);
    await waitFor(async () => (await fixture.status(userId)).blocked === false, LONG_WAIT);
  });

  it('invalidates open links on disconnect', async () => {
    const { userId } = await fixture.linked();
    const { code } = await fixture.newCode(userId);
    await post('disconnect-telegram', userId).expect(200);
    expect(await fixture.send(fixture.newPerson(), `/start ${code}`)).toContain('is invalid');
  });

  it("keeps only a user's five latest open links", async () => {
    const userId = fixture.newUser();
    const codes: string[] = [];
    for (let n = 0; n < 7; n += 1) codes.push((await fixture.newCode(userId)).code);
    expect(await fixture.send(fixture.newPerson(), `/start ${codes[0]}`)).toContain('is invalid');
    expect(await fixture.send(fixture.newPerson(), `/start ${codes[6]}`)).toContain('Connected.');
  });

  it('§6 requires a session', async () => {
    await fixture.app.http.get('/api/auth/telegram/status').expect(401);
    const calls = ['connect-telegram', 'telegram-notifications', 'disconnect-telegram'];
    for (const path of [...calls, 'telegram-notifications/test']) {
      await fixture.app.http.post(`/api/user/${path}`).expect(401);
    }
    const settings = '/api/user/telegram-notifications/settings';
    await fixture.app.http.get(settings).expect(401);
    await fixture.app.http.put(settings).expect(401);
  });

  it('reports an unknown user as not linked', async () => {
    expect(await fixture.status(newId())).toMatchObject(NOT_CONNECTED);
  });
});
