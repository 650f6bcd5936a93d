import { waitFor } from '@casement/common/testing/wait-for.js';
import { MENU_COMMANDS } from '../../src/commands/command-menu.js';
import { BACKUP, PATIENCE, PRIMARY, TelegramDesk } from '../support/telegram-desk.js';

// Every wait has a condition; this ends only what hangs on a busy machine.
jest.setTimeout(120_000);

describe('what the bot answers', () => {
  let desk: TelegramDesk;
  beforeAll(async () => {
    desk = await TelegramDesk.open();
  });
  afterAll(() => desk.close());

  it('/help lists every command', async () => {
    const answer = await desk.say(desk.newPerson(), '/help');
    for (const command of MENU_COMMANDS) expect(answer).toContain(`/${command}`);
  });

  it.each(['hello', '/weather', '<b>', '😀'.repeat(1_000)])('helps who says %j', async (text) => {
    const answer = await desk.say(desk.newPerson(), text);
    expect(answer).toContain('I did not understand that.');
    expect(answer).toContain('/help');
  });

  it.each(['start', 'status', 'quota', 'history', 'topup', 'notifications', 'disconnect'])(
    '/%s tells who has not connected how to',
    async (command) => {
      const answer = await desk.say(desk.newPerson(), `/${command}`);
      expect(answer).toContain('not connected to a Casement account');
      expect(answer).toContain('/dashboard');
    },
  );

  it('/start tells a connected chat whose it is', async () => {
    const { person } = await desk.linked('dewi');
    expect(await desk.say(person, '/start')).toContain('connected to the Casement account dewi');
  });

  it('/quota and /status tell the figures of the account', async () => {
    const { userId, person } = await desk.linked();
    desk.around.peers.quotas.set(userId, 7);
    expect(await desk.say(person, '/quota')).toContain('You have 7 quota.');
    expect(await desk.say(person, '/status')).toMatch(/Installations: 4\s+Under way: 1/);
  });

  it('/quota says when it can not be told', async () => {
    const { person } = await desk.linked();
    desk.around.peers.down = true;
    expect(await desk.say(person, '/quota')).toContain('not available at the moment');
    desk.around.peers.down = false;
  });

  it('/history tells the latest notifications, of this account alone', async () => {
    const { userId, person } = await desk.linked();
    const { person: other } = await desk.linked();
    await desk.paid(userId, 'T-1');
    await waitFor(() => desk.told(person).at(-1)?.includes('T-1'), PATIENCE);
    expect(await desk.say(person, '/history')).toContain('Your top-up is paid');
    expect(await desk.say(other, '/history')).toContain('no notifications yet');
  });

  it('/topup leads to the dashboard', async () => {
    const { person } = await desk.linked();
    expect(await desk.say(person, '/topup')).toContain('/dashboard');
  });

  it('§4 /notifications toggles', async () => {
    const { userId, person } = await desk.linked();
    expect(await desk.say(person, '/notifications')).toContain('Notifications are on');
    expect(await desk.say(person, '/notifications off')).toContain('Notifications are off');
    expect(await desk.status(userId)).toMatchObject({ notificationsEnabled: false });
    await desk.say(person, '/notifications ON');
    expect(await desk.status(userId)).toMatchObject({ notificationsEnabled: true });
  });

  it('§4 /disconnect asks first', async () => {
    const { userId, person } = await desk.linked();
    expect(await desk.say(person, '/disconnect')).toContain('/disconnect yes');
    expect(await desk.status(userId)).toMatchObject({ telegramUserId: String(person) });
    expect(await desk.say(person, '/disconnect yes')).toContain('Disconnected.');
    expect(await desk.status(userId)).toMatchObject({ telegramUserId: null });
  });

  it('/language tells the language, and which there are', async () => {
    const answer = await desk.say(desk.newPerson(), '/language');
    expect(answer).toContain('I speak English.');
    expect(answer).toContain('/language en, /language id');
    expect(await desk.say(desk.newPerson(), '/language xx')).toContain('I speak English.');
  });

  it('/language changes every text, with both bots, in this chat alone', async () => {
    const { userId, person } = await desk.linked('dewi');
    expect(await desk.say(person, '/language ID')).toContain('Saya berbahasa Indonesia.');
    expect(await desk.say(person, '/quota')).toContain('kuota');
    expect(await desk.say(person, '/help')).toContain('/quota – Jumlah kuota Anda');
    expect(await desk.say(person, 'hello')).toContain('Saya tidak mengerti pesan itu.');
    expect(await desk.say(person, '/start', BACKUP)).toContain('terhubung ke akun Casement dewi');
    await desk.app.http
      .post('/api/user/disconnect-telegram')
      .set(desk.app.as({ userId }))
      .expect(200);
    await waitFor(() => desk.told(person).at(-1)?.includes('tidak lagi terhubung'), PATIENCE);
    expect(await desk.say(desk.newPerson(), '/help')).toContain('How much quota you have');
    expect(await desk.say(person, '/language en')).toContain('I speak English.');
  });

  it('writes nothing more to who has blocked it', async () => {
    const { person } = await desk.linked();
    const before = desk.told(person).length;
    desk.world.setBlocked(PRIMARY, person, true);
    await waitFor(
      async () =>
        (
          await desk.app.database.query(
            'SELECT 1 FROM telegram_chat WHERE chat_id = $1 AND blocked_at IS NOT NULL',
            [person],
          )
        ).length === 1,
      PATIENCE,
    );
    expect(desk.told(person)).toHaveLength(before);
  });
});
