import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { stepUpRefusals } from '@casement/common/testing/step-up-refusals.js';
import { testApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { DependencyTestResult } from '@casement/proto/http/operations.js';
import { BOT_NOT_CONFIGURED, type BotMonitor } from '@casement/proto/http/telegram/telegram.js';
import { telegram } from '../../src/telegram.service-definition.js';
import {
  BACKUP,
  LONG_WAIT,
  PRIMARY,
  SECRETS,
  TelegramFixture,
} from '../support/telegram-fixture.js';

describe('bot administration', () => {
  let fixture: TelegramFixture;
  beforeAll(async () => {
    fixture = await TelegramFixture.open();
  });
  afterEach(() => fixture.recover());
  afterAll(() => fixture.close());

  const status = () => fixture.botStatus('telegram-bot');

  it('§6 rejects an old confirmation on every route that affects money, access, data or availability', async () => {
    const stale = fixture.app.as({ admin: true, confirmedSecondsAgo: 301 });
    expect(await stepUpRefusals(fixture.app, stale)).toEqual([
      'DELETE /api/admin/announcements/:id',
      'DELETE /api/admin/operations/telegram/dead-letters/:id',
      'GET /api/admin/telegram-bot/deliveries',
      'POST /api/admin/telegram-backup-bot/start',
      'POST /api/admin/telegram-backup-bot/stop',
      'POST /api/admin/telegram-bot/start',
      'POST /api/admin/telegram-bot/stop',
      'POST /api/user/connect-telegram',
      'PUT /api/admin/announcements/:id',
    ]);
  });

  const problem = (text: string) =>
    waitFor(async () => (await status()).problem?.includes(text), LONG_WAIT);
  const waitForHealthy = () => waitFor(async () => (await status()).problem === null, LONG_WAIT);

  it("§2 §3 returns the bot's description", async () => {
    const { body } = await fixture.admin('get', '/telegram/bot-info').expect(200);
    expect(body.data).toEqual({
      id: 7_000_000_001,
      username: PRIMARY,
      first_name: 'Casement',
      can_read_all_group_messages: false,
      link: `https://t.me/${PRIMARY}`,
    });
  });

  it('calls getMe when an administrator tests a bot, and shows its refusal', async () => {
    fixture.app.get(ExternalDependencies).limits.pauseSeconds = 0;
    const test = async () => {
      const { body, text } = await fixture
        .admin('post', '/admin/operations/telegram/tests/telegram-bot')
        .expect(200);
      for (const secret of SECRETS) expect(text).not.toContain(secret);
      return (body as { data: DependencyTestResult }).data;
    };
    expect(await test()).toMatchObject({
      ok: true,
      answer: `getMe: @${PRIMARY}, Casement, id 7000000001`,
    });
    fixture.world.faults(PRIMARY).unauthorized = true;
    expect(await test()).toMatchObject({ ok: false, answer: '401: Unauthorized' });
  });

  it('exports both bots and the queue to Prometheus', async () => {
    const { text } = await fixture.app.http.get('/internal/metrics').expect(200);
    for (const bot of ['primary', 'backup']) {
      expect(text).toContain(`casement_bot_wanted{bot="${bot}"} 1\n`);
      expect(text).toMatch(new RegExp(`casement_bot_working\\{bot="${bot}"\\} [01]\n`));
    }
    expect(text).toContain('casement_notices_waiting 0\n');
    expect(text).toContain('casement_reading_up{reading="bots"} 1\n');
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  it('§3 §9 returns state and counters', async () => {
    const monitor = async () => {
      const { body } = await fixture.admin('get', '/admin/telegram-bot/monitor').expect(200);
      return body.data as BotMonitor;
    };
    const before = await monitor();
    const person = fixture.newPerson();
    await fixture.send(person, '/help');
    await fixture.send(person, 'hello');
    const messageCount = before.messageCount + 2;
    expect(await status()).toMatchObject({
      isRunning: true,
      startedAt: expect.stringMatching(/^\d{4}-/),
      messageCount,
      mode: 'Polling',
      problem: null,
    });
    expect(await monitor()).toMatchObject({
      messageCount,
      commandCount: before.commandCount + 1,
      userCount: before.userCount + 1,
      errorCount: before.errorCount,
    });
  });

  it.each([
    ['telegram-bot', PRIMARY, 'The bot'],
    ['telegram-backup-bot', BACKUP, 'The backup bot'],
  ])('§4 %s starts only when stopped and stops only when running', async (path, bot, name) => {
    const running = await fixture.admin('post', `/admin/${path}/start`).expect(409);
    expect(running.body).toMatchObject({
      code: 'BOT_ALREADY_RUNNING',
      message: `${name} is already running.`,
    });
    const stopped = await fixture.admin('post', `/admin/${path}/stop`).expect(200);
    expect(stopped.body.data).toMatchObject({ isRunning: false, startedAt: null });
    const again = await fixture.admin('post', `/admin/${path}/stop`).expect(409);
    expect(again.body).toMatchObject({
      code: 'BOT_NOT_RUNNING',
      message: `${name} is not running.`,
    });

    const person = fixture.newPerson();
    fixture.world.say(bot, person, '/help');
    const started = await fixture.admin('post', `/admin/${path}/start`).expect(200);
    expect(started.body.data.isRunning).toBe(true);
    // Messages that were sent while the bot was stopped are answered now.
    await waitFor(() => fixture.messagesTo(person, bot).length === 1, LONG_WAIT);
  });

  it('returns no link while both bots are stopped, and keeps them stopped after a restart', async () => {
    for (const bot of ['telegram-bot', 'telegram-backup-bot']) {
      await fixture.admin('post', `/admin/${bot}/stop`).expect(200);
    }
    const userId = fixture.newUser();
    const answer = await fixture.app.http
      .post('/api/user/connect-telegram')
      .set(fixture.app.as({ userId }))
      .expect(409);
    expect(answer.body.code).toBe('TELEGRAM_UNAVAILABLE');

    const { database, nats, tokens } = fixture.app;
    const { env } = fixture.environment;
    const second = await testApp(telegram, { database, nats, tokens, env });
    const { body } = await second.http
      .get('/api/admin/telegram-bot/status')
      .set(second.as({ admin: true }));
    expect(body.data).toMatchObject({ isRunning: false, startedAt: null });
    await second.close();
  });

  it('returns links to the backup bot and answers them while the primary is stopped', async () => {
    await fixture.admin('post', '/admin/telegram-bot/stop').expect(200);
    const userId = fixture.newUser();
    const { url, code } = await fixture.newCode(userId);
    expect(url).toContain(`/${BACKUP}?start=`);
    expect(await fixture.send(fixture.newPerson(), `/start ${code}`, BACKUP)).toContain(
      'Connected.',
    );
  });

  it('§2 reports a refused token as "Bot token not configured or invalid" and does not start the bot', async () => {
    fixture.world.faults(PRIMARY).unauthorized = true;
    await problem(BOT_NOT_CONFIGURED);
    expect(await status()).toMatchObject({ isRunning: false, bot: null });
    const info = await fixture.admin('get', '/telegram/bot-info').expect(200);
    expect(info.body).toMatchObject({ data: null, message: BOT_NOT_CONFIGURED });
    const refused = await fixture.admin('post', '/admin/telegram-bot/start').expect(409);
    expect(refused.body).toMatchObject({ code: 'BOT_TOKEN_INVALID', message: BOT_NOT_CONFIGURED });
    fixture.world.faults(PRIMARY).unauthorized = false;
    await waitFor(async () => (await status()).isRunning, LONG_WAIT);
  });

  it('§2 reports a bot without a token as not configured', async () => {
    const { database, nats, tokens } = fixture.app;
    const { env } = fixture.environment;
    const bare = await testApp(telegram, {
      database,
      nats,
      tokens,
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

  it('§8 backs off while another program polls, and resumes afterwards', async () => {
    fixture.world.faults(PRIMARY).conflict = true;
    await problem('Another program receives');
    fixture.world.faults(PRIMARY).conflict = false;
    await waitForHealthy();
    expect(await fixture.send(fixture.newPerson(), '/help')).toContain('notifications');
  });

  it.each(['down', 'silent'] as const)('resumes after Telegram was %s', async (fault) => {
    fixture.world.faults(PRIMARY)[fault] = true;
    await problem(fault === 'down' ? '502' : 'did not respond in time');
    const person = fixture.newPerson();
    fixture.world.say(PRIMARY, person, '/help');
    fixture.world.faults(PRIMARY)[fault] = false;
    await waitFor(() => fixture.messagesTo(person).length === 1, LONG_WAIT);
    await waitForHealthy();
    const { body } = await fixture.admin('get', '/admin/telegram-bot/monitor');
    expect(body.data.errorCount).toBeGreaterThan(0);
  });

  it('removes a webhook that was set in the meantime', async () => {
    await fixture.admin('post', '/admin/telegram-bot/stop').expect(200);
    fixture.world.setWebhook(PRIMARY, 'https://example.com/hook');
    await fixture.admin('post', '/admin/telegram-bot/start').expect(200);
    await waitFor(() => fixture.world.webhook(PRIMARY) === '', LONG_WAIT);
    expect(await fixture.send(fixture.newPerson(), '/help')).toContain('notifications');
  });

  it('handles an update once, however often Telegram delivers it', async () => {
    fixture.world.faults(PRIMARY).duplicates = true;
    const before = await status();
    const person = fixture.newPerson();
    for (let n = 1; n <= 5; n += 1) await fixture.send(person, '/language');
    expect(fixture.messagesTo(person)).toHaveLength(5);
    expect(await status()).toMatchObject({ messageCount: before.messageCount + 5 });
  });

  it("publishes the bots' commands in Telegram", async () => {
    await waitFor(
      () => (fixture.world.commandsOf(PRIMARY, 'id') as unknown[]).length > 0,
      LONG_WAIT,
    );
    expect(fixture.world.commandsOf(PRIMARY)).toContainEqual({
      command: 'quota',
      description: 'Your quota',
    });
    expect(fixture.world.commandsOf(PRIMARY, 'id')).toContainEqual({
      command: 'quota',
      description: 'Jumlah kuota Anda',
    });
  });

  it('§6 allows administrators only', async () => {
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
      await fixture.app.http[method](path).expect(401);
      await fixture.app.http[method](path).set(fixture.app.as()).expect(403);
    }
    expect(await status()).toMatchObject({ isRunning: true });
  });

  it('records every start and stop in the audit log', async () => {
    const acts = async () =>
      (await fixture.app.nats.events('security.audit.recorded.v1')).map(
        ({ payload }) => payload.action,
      );
    const before = await acts();
    await fixture.admin('post', '/admin/telegram-bot/stop').expect(200);
    await fixture.admin('post', '/admin/telegram-bot/start').expect(200);
    const now = [...before, 'bot.stopped', 'bot.started'].join();
    await waitFor(async () => (await acts()).join() === now, LONG_WAIT);
  });
});
