import { ExternalDependencies } from '@casement/common/operations/external-dependencies.js';
import { testApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { OutsideAnswer } from '@casement/proto/http/operations.js';
import { BOT_NOT_CONFIGURED, type BotMonitor } from '@casement/proto/http/telegram.js';
import { telegram } from '../../src/telegram.service-definition.js';
import { BACKUP, PATIENCE, PRIMARY, SECRETS, TelegramDesk } from '../support/telegram-desk.js';

// Every wait has a condition; this ends only what hangs on a busy machine.
jest.setTimeout(120_000);

describe('the two bots', () => {
  let desk: TelegramDesk;
  beforeEach(async () => {
    desk = await TelegramDesk.open();
  });
  afterEach(() => desk.close());

  const status = async (bot = 'telegram-bot') => {
    const { body, text } = await desk.admin('get', `/admin/${bot}/status`).expect(200);
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    return (body as { data: BotMonitor }).data;
  };
  const problem = (text: string) =>
    waitFor(async () => (await status()).problem?.includes(text), PATIENCE);
  const well = () => waitFor(async () => (await status()).problem === null, PATIENCE);

  it('§2 §3 tells who the bot is', async () => {
    const { body } = await desk.admin('get', '/telegram/bot-info').expect(200);
    expect(body.data).toEqual({
      id: 7_000_000_001,
      username: PRIMARY,
      first_name: 'Casement',
      can_read_all_group_messages: false,
      link: `https://t.me/${PRIMARY}`,
    });
  });

  it('is asked who it is when an administrator tests it, and its refusal is shown', async () => {
    desk.app.get(ExternalDependencies).limits.pauseSeconds = 0;
    const test = async () => {
      const { body, text } = await desk
        .admin('post', '/admin/operations/telegram/tests/telegram-bot')
        .expect(200);
      for (const secret of SECRETS) expect(text).not.toContain(secret);
      return (body as { data: OutsideAnswer }).data;
    };
    expect(await test()).toMatchObject({
      ok: true,
      answer: `getMe: @${PRIMARY}, Casement, id 7000000001`,
    });
    desk.world.faults(PRIMARY).unauthorized = true;
    expect(await test()).toMatchObject({ ok: false, answer: '401: Unauthorized' });
  });

  it('tells Prometheus how both are, and what waits', async () => {
    const { text } = await desk.app.http.get('/internal/metrics').expect(200);
    for (const bot of ['primary', 'backup']) {
      expect(text).toContain(`casement_bot_wanted{bot="${bot}"} 1\n`);
      expect(text).toMatch(new RegExp(`casement_bot_working\\{bot="${bot}"\\} [01]\n`));
    }
    expect(text).toContain('casement_notices_waiting 0\n');
    expect(text).toContain('casement_reading_up{reading="bots"} 1\n');
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  it('§3 §9 tells how it runs and what it has counted', async () => {
    const person = desk.newPerson();
    await desk.say(person, '/help');
    await desk.say(person, 'hello');
    expect(await status()).toMatchObject({
      isRunning: true,
      startedAt: expect.stringMatching(/^\d{4}-/),
      messageCount: 2,
      mode: 'Polling',
      problem: null,
    });
    const { body } = await desk.admin('get', '/admin/telegram-bot/monitor').expect(200);
    expect(body.data).toMatchObject({
      messageCount: 2,
      commandCount: 1,
      userCount: 1,
      errorCount: 0,
    });
  });

  it.each([
    ['telegram-bot', PRIMARY, 'The bot'],
    ['telegram-backup-bot', BACKUP, 'The backup bot'],
  ])('§4 %s starts only when stopped and stops only when running', async (path, bot, name) => {
    const running = await desk.admin('post', `/admin/${path}/start`).expect(409);
    expect(running.body).toMatchObject({
      code: 'BOT_ALREADY_RUNNING',
      message: `${name} is already running.`,
    });
    const stopped = await desk.admin('post', `/admin/${path}/stop`).expect(200);
    expect(stopped.body.data).toMatchObject({ isRunning: false, startedAt: null });
    const again = await desk.admin('post', `/admin/${path}/stop`).expect(409);
    expect(again.body).toMatchObject({
      code: 'BOT_NOT_RUNNING',
      message: `${name} is not running.`,
    });

    const person = desk.newPerson();
    desk.world.say(bot, person, '/help');
    const started = await desk.admin('post', `/admin/${path}/start`).expect(200);
    expect(started.body.data.isRunning).toBe(true);
    // What was said meanwhile is answered now.
    await waitFor(() => desk.told(person, bot).length === 1, PATIENCE);
  });

  it('a stopped bot answers nobody, gives out no link while both are, and stays stopped over a restart', async () => {
    for (const bot of ['telegram-bot', 'telegram-backup-bot']) {
      await desk.admin('post', `/admin/${bot}/stop`).expect(200);
    }
    const userId = desk.newUser();
    const answer = await desk.app.http
      .post('/api/user/connect-telegram')
      .set(desk.app.as({ userId }))
      .expect(409);
    expect(answer.body.code).toBe('TELEGRAM_UNAVAILABLE');

    const { database, nats, tokens } = desk.app;
    const { env } = desk.around;
    const second = await testApp(telegram, { database, nats, tokens, env });
    const { body } = await second.http
      .get('/api/admin/telegram-bot/status')
      .set(second.as({ admin: true }));
    expect(body.data).toMatchObject({ isRunning: false, startedAt: null });
    await second.close();
  });

  it('while the primary bot is stopped, the backup gives out the link and answers it', async () => {
    await desk.admin('post', '/admin/telegram-bot/stop').expect(200);
    const userId = desk.newUser();
    const { url, code } = await desk.newCode(userId);
    expect(url).toContain(`/${BACKUP}?start=`);
    expect(await desk.say(desk.newPerson(), `/start ${code}`, BACKUP)).toContain('Connected.');
  });

  it('§2 a refused token is "Bot token not configured or invalid", and can not be started', async () => {
    desk.world.faults(PRIMARY).unauthorized = true;
    await problem(BOT_NOT_CONFIGURED);
    expect(await status()).toMatchObject({ isRunning: false, bot: null });
    const info = await desk.admin('get', '/telegram/bot-info').expect(200);
    expect(info.body).toMatchObject({ data: null, message: BOT_NOT_CONFIGURED });
    const refused = await desk.admin('post', '/admin/telegram-bot/start').expect(409);
    expect(refused.body).toMatchObject({ code: 'BOT_TOKEN_INVALID', message: BOT_NOT_CONFIGURED });
    desk.world.faults(PRIMARY).unauthorized = false;
    await waitFor(async () => (await status()).isRunning, PATIENCE);
  });

  it('§2 without a token there is no bot', async () => {
    const { database, nats, tokens } = desk.app;
    const { env } = desk.around;
    const bare = await testApp(telegram, {
      ...{ database, nats, tokens },
      env: { ...env, TELEGRAM_BOT_TOKEN: '', TELEGRAM_BACKUP_BOT_TOKEN: '' },
    });
    const admin = bare.as({ admin: true });
    const info = await bare.http.get('/api/telegram/bot-info').set(admin).expect(200);
    expect(info.body).toMatchObject({ data: null, message: BOT_NOT_CONFIGURED });
    const answer = await bare.http.get('/api/admin/telegram-bot/status').set(admin).expect(200);
    expect(answer.body.data).toMatchObject({ isRunning: false, bot: null });
    await bare.http.post('/api/admin/telegram-bot/start').set(admin).expect(409);
    await bare.close();
  });

  it('§8 backs off while another program polls, and goes on afterwards', async () => {
    desk.world.faults(PRIMARY).conflict = true;
    await problem('Another program receives');
    desk.world.faults(PRIMARY).conflict = false;
    await well();
    expect(await desk.say(desk.newPerson(), '/help')).toContain('notifications');
  });

  it.each(['down', 'silent'] as const)('goes on after Telegram was %s', async (fault) => {
    desk.world.faults(PRIMARY)[fault] = true;
    await problem(fault === 'down' ? '502' : 'did not answer in time');
    const person = desk.newPerson();
    desk.world.say(PRIMARY, person, '/help');
    desk.world.faults(PRIMARY)[fault] = false;
    await waitFor(() => desk.told(person).length === 1, PATIENCE);
    await well();
    const { body } = await desk.admin('get', '/admin/telegram-bot/monitor');
    expect(body.data.errorCount).toBeGreaterThan(0);
  });

  it('takes a webhook away that somebody has set', async () => {
    await desk.admin('post', '/admin/telegram-bot/stop').expect(200);
    desk.world.setWebhook(PRIMARY, 'https://example.com/hook');
    await desk.admin('post', '/admin/telegram-bot/start').expect(200);
    await waitFor(() => desk.world.webhook(PRIMARY) === '', PATIENCE);
    expect(await desk.say(desk.newPerson(), '/help')).toContain('notifications');
  });

  it('handles an update once, however often Telegram brings it', async () => {
    desk.world.faults(PRIMARY).duplicates = true;
    const person = desk.newPerson();
    for (let n = 1; n <= 5; n += 1) await desk.say(person, '/language');
    expect(desk.told(person)).toHaveLength(5);
    expect(await status()).toMatchObject({ messageCount: 5 });
  });

  it('shows its commands in Telegram', async () => {
    await waitFor(() => (desk.world.commandsOf(PRIMARY, 'id') as unknown[]).length > 0, PATIENCE);
    expect(desk.world.commandsOf(PRIMARY)).toContainEqual({
      command: 'quota',
      description: 'How much quota you have',
    });
    expect(desk.world.commandsOf(PRIMARY, 'id')).toContainEqual({
      command: 'quota',
      description: 'Jumlah kuota Anda',
    });
  });

  it('§6 is for administrators only', async () => {
    const routes = [
      ['get', '/api/telegram/bot-info'],
      ...['telegram-bot', 'telegram-backup-bot'].flatMap((bot) => [
        ['get', `/api/admin/${bot}/status`],
        ['post', `/api/admin/${bot}/start`],
        ['post', `/api/admin/${bot}/stop`],
      ]),
      ['get', '/api/admin/telegram-bot/monitor'],
      ['get', '/api/admin/telegram-bot/deliveries'],
      ['post', '/api/admin/telegram-bot/test'],
      ['post', '/api/admin/telegram-bot/deliveries/01a1fd9f-0000-7000-8000-000000000000/retry'],
    ] as ['get' | 'post', string][];
    for (const [method, path] of routes) {
      await desk.app.http[method](path).expect(401);
      await desk.app.http[method](path).set(desk.app.as()).expect(403);
    }
    expect(await status()).toMatchObject({ isRunning: true });
  });

  it('every start and stop is on record', async () => {
    await desk.admin('post', '/admin/telegram-bot/stop').expect(200);
    await desk.admin('post', '/admin/telegram-bot/start').expect(200);
    await waitFor(async () => {
      const acts = await desk.app.nats.events('security.audit.recorded.v1');
      return acts.map(({ payload }) => payload.action).join() === 'bot.stopped,bot.started';
    }, PATIENCE);
  });
});
