import { waitFor } from '@casement/common/testing/wait-for.js';
import { MENU_COMMANDS } from '../../src/chats/command-menu.js';
import { BACKUP, LONG_WAIT, PRIMARY, TelegramFixture } from '../support/telegram-fixture.js';

describe('bot commands', () => {
  let fixture: TelegramFixture;
  beforeAll(async () => {
    fixture = await TelegramFixture.open();
  });
  afterAll(() => fixture.close());

  it('/help lists every command', async () => {
    const answer = await fixture.send(fixture.newPerson(), '/help');
    for (const command of MENU_COMMANDS) expect(answer).toContain(`/${command}`);
  });

  it.each(['hello', '/weather', '<b>', '😀'.repeat(1_000)])(
    'answers %j with the help text',
    async (text) => {
      const answer = await fixture.send(fixture.newPerson(), text);
      expect(answer).toContain('Sorry, I don’t know that command.');
      expect(answer).toContain('/help');
    },
  );

  it.each(['start', 'status', 'quota', 'history', 'topup', 'notifications', 'disconnect'])(
    '/%s explains how to connect in a chat that is not linked',
    async (command) => {
      const answer = await fixture.send(fixture.newPerson(), `/${command}`);
      expect(answer).toContain('not connected to a Casement account');
      expect(answer).toContain('/dashboard');
    },
  );

  it('/start names the account of a linked chat', async () => {
    const { person } = await fixture.linked('dewi');
    expect(await fixture.send(person, '/start')).toContain(
      'connected to the Casement account dewi',
    );
  });

  it("/quota and /status show the account's figures", async () => {
    const { userId, person } = await fixture.linked();
    fixture.environment.peers.quotas.set(userId, 7);
    expect(await fixture.send(person, '/quota')).toContain('You have 7 quota.');
    expect(await fixture.send(person, '/status')).toMatch(/Installs: 4\s+In progress: 1/);
  });

  it('/quota reports that billing is unavailable', async () => {
    const { person } = await fixture.linked();
    fixture.environment.peers.down = true;
    expect(await fixture.send(person, '/quota')).toContain('isn’t available at the moment');
    fixture.environment.peers.down = false;
  });

  it('buttons answer like their commands', async () => {
    const { userId, person } = await fixture.linked();
    const { person: other } = await fixture.linked();
    const press = (command: string) => fixture.world.press(PRIMARY, person, command);
    press('/quota');
    await waitFor(() => fixture.messagesTo(person).at(-1)?.includes('quota. Each'), LONG_WAIT);
    press('/notifications off');
    await waitFor(() => fixture.messagesTo(person).at(-1)?.includes('are off'), LONG_WAIT);
    expect((await fixture.status(userId)).notificationsEnabled).toBe(false);
    expect(fixture.messagesTo(other).join()).not.toContain('are off');
  });

  it('/history lists the latest notifications of this account only', async () => {
    const { userId, person } = await fixture.linked();
    const { person: other } = await fixture.linked();
    await fixture.paid(userId, 'T-1');
    await waitFor(() => fixture.messagesTo(person).at(-1)?.includes('T-1'), LONG_WAIT);
    expect(await fixture.send(person, '/history')).toMatch(/\(Asia\/Jakarta\)[^]*Top-up paid/);
    const { users } = fixture.environment.peers;
    users.set(userId, { ...users.get(userId)!, timeZone: 'Asia/Makassar' });
    expect(await fixture.send(person, '/history')).toContain('(Asia/Makassar)');
    expect(await fixture.send(other, '/history')).toContain('No notifications yet');
  });

  it('/topup links to the dashboard', async () => {
    const { person } = await fixture.linked();
    expect(await fixture.send(person, '/topup')).toContain('/dashboard');
  });

  it('§4 /notifications toggles', async () => {
    const { userId, person } = await fixture.linked();
    expect(await fixture.send(person, '/notifications')).toContain('Notifications are on');
    expect(await fixture.send(person, '/notifications off')).toContain('Notifications are off');
    expect(await fixture.status(userId)).toMatchObject({ notificationsEnabled: false });
    await fixture.send(person, '/notifications ON');
    expect(await fixture.status(userId)).toMatchObject({ notificationsEnabled: true });
  });

  it('§4 /disconnect asks first', async () => {
    const { userId, person } = await fixture.linked();
    expect(await fixture.send(person, '/disconnect')).toContain('/disconnect yes');
    expect(await fixture.status(userId)).toMatchObject({ telegramUserId: String(person) });
    expect(await fixture.send(person, '/disconnect yes')).toContain('Disconnected.');
    expect(await fixture.status(userId)).toMatchObject({ telegramUserId: null });
  });

  it('/language shows the current and the available languages', async () => {
    const answer = await fixture.send(fixture.newPerson(), '/language');
    expect(answer).toContain('Language: English.');
    expect(answer).toContain('/language en, /language id');
    expect(await fixture.send(fixture.newPerson(), '/language xx')).toContain('Language: English.');
  });

  it('/language changes every text of both bots in this chat only', async () => {
    const { userId, person } = await fixture.linked('dewi');
    expect(await fixture.send(person, '/language ID')).toContain('Bahasa: Indonesia.');
    expect(await fixture.send(person, '/quota')).toContain('kuota');
    expect(await fixture.send(person, '/help')).toContain('/quota – Jumlah kuota Anda');
    expect(await fixture.send(person, 'hello')).toContain(
      'Maaf, saya tidak mengenal perintah itu.',
    );
    expect(await fixture.send(person, '/start', BACKUP)).toContain(
      'terhubung ke akun Casement dewi',
    );
    await fixture.app.http
      .post('/api/user/disconnect-telegram')
      .set(fixture.app.as({ userId }))
      .expect(200);
    await waitFor(
      () => fixture.messagesTo(person).at(-1)?.includes('tidak lagi terhubung'),
      LONG_WAIT,
    );
    expect(await fixture.send(fixture.newPerson(), '/help')).toContain('Your quota');
    expect(await fixture.send(person, '/language en')).toContain('Language: English.');
  });

  it('sends nothing to a user who has blocked the bot', async () => {
    const { person } = await fixture.linked();
    const before = fixture.messagesTo(person).length;
    fixture.world.setBlocked(PRIMARY, person, true);
    await waitFor(
      async () =>
        (
          await fixture.app.database.query(
            'SELECT 1 FROM telegram_chat WHERE chat_id = $1 AND blocked_at IS NOT NULL',
            [person],
          )
        ).length === 1,
      LONG_WAIT,
    );
    expect(fixture.messagesTo(person)).toHaveLength(before);
  });
});
