import { newId } from '@casement/common/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { ServiceOperations } from '@casement/proto/http/operations.js';
import type { Delivery, SendTestResponse } from '@casement/proto/http/telegram.js';
import { NoticesRepository } from '../../src/notices/notices.repository.js';
import { BACKUP, PATIENCE, PRIMARY, SECRETS, TelegramDesk } from '../support/telegram-desk.js';

// Every wait has a condition; this ends only what hangs on a busy machine.
jest.setTimeout(120_000);

interface Log {
  data: Delivery[];
  meta: { total: number };
}

describe('notices', () => {
  let desk: TelegramDesk;
  beforeEach(async () => {
    desk = await TelegramDesk.open();
  });
  afterEach(() => desk.close());

  const toldLast = (person: number, text: string, bot = PRIMARY) =>
    waitFor(() => desk.told(person, bot).at(-1)?.includes(text), PATIENCE);
  /** Wherever it stands: what comes after it may be quicker than whoever waits. */
  const toldSometime = (person: number, text: string) =>
    waitFor(() => desk.told(person).some((told) => told.includes(text)), PATIENCE);
  const refused = (userId: string) =>
    waitFor(async () => (await desk.notices(userId))[0]?.error, PATIENCE);
  const settled = (userId: string) =>
    waitFor(async () => {
      const notices = await desk.notices(userId);
      return notices.length > 0 && notices.every(({ status }) => status !== 'waiting') && notices;
    }, PATIENCE);
  const addressOf = (userId: string) => desk.around.peers.users.get(userId)?.email;
  const mailTo = (userId: string) =>
    waitFor(
      async () =>
        (await desk.around.mails()).find(({ to }) => to[0]?.address === addressOf(userId)),
      PATIENCE,
    );
  const choose = (userId: string, event: string, channel: string, enabled: boolean) =>
    desk.app.http
      .put('/api/user/telegram-notifications/settings')
      .set(desk.app.as({ userId }))
      .send({ event, channel, enabled });

  it('§1 tell of an install as it proceeds, in one message, and of its end in another', async () => {
    const { userId, person } = await desk.linked();
    const { userId: other, person: stranger } = await desk.linked();
    const installId = newId();
    const before = desk.told(person).length;
    await desk.install(userId, 'pending', { installId });
    await desk.install(userId, 'preparing', { installId });
    await toldLast(person, '→ Connecting to your VPS');
    await desk.install(userId, 'running', { installId });
    await toldLast(person, '→ Writing Windows');
    await desk.install(userId, 'completed', { installId });
    await toldLast(person, 'Windows is ready on 203.0.113.5');
    expect(desk.told(person)).toHaveLength(before + 2);
    expect(await desk.notices(other)).toEqual([]);
    expect(desk.told(stranger).join()).not.toContain('203.0.113.5');
  });

  it('one that cannot be read is set aside and shown in Operations; the rest is sent', async () => {
    const { userId: bad } = await desk.linked();
    const { userId, person } = await desk.linked();
    await desk.app.database.query(
      `INSERT INTO notice (id, user_id, kind, content, occurred_at, attempts)
       VALUES ($1, $2, 'topup_paid', 'null', now(), 2)`,
      [newId(), bad],
    );
    await desk.install(userId, 'completed');
    await toldLast(person, 'Windows is ready');
    expect(await settled(bad)).toMatchObject([{ status: 'failed' }]);
    const { body } = await desk.app.http
      .get('/api/admin/operations/telegram')
      .set(desk.app.as({ admin: true }));
    expect(JSON.stringify(body)).toContain('It could not be prepared for sending');
  });

  describe('of an install under way', () => {
    const stands = (installId: string, phase: string, percent?: number) =>
      desk.around.peers.installs.set(installId, { status: 'running', phase, percent });

    it('follow it in one message, phase by phase with the percent, to its end', async () => {
      const { userId, person } = await desk.linked();
      const before = desk.told(person).length;
      const installId = newId();
      desk.around.peers.installs.set(installId, { status: 'preparing', phase: 'checking' });
      await desk.install(userId, 'preparing', { installId });
      await toldLast(person, '✓ Connecting to your VPS\n→ Checking your VPS\n· Preparing');
      stands(installId, 'writing', 42);
      await desk.install(userId, 'running', { installId });
      await toldLast(person, '→ Writing Windows 42 %');
      stands(installId, 'configuring', 100);
      await toldLast(person, '✓ Writing Windows\n→ Configuring Windows\n');
      await desk.install(userId, 'completed', { installId });
      await toldSometime(person, 'Windows was installed on 203.0.113.5');
      await toldLast(person, 'Windows is ready on 203.0.113.5');
      expect(desk.told(person)).toHaveLength(before + 2);
      expect(desk.told(person).join()).not.toContain('→');
    });

    it('end its message also when it failed, or when install can not be asked', async () => {
      const { userId, person } = await desk.linked();
      const installId = newId();
      desk.around.peers.down = true;
      await desk.install(userId, 'preparing', { installId });
      await toldLast(person, '→ Connecting to your VPS');
      await desk.install(userId, 'failed', { installId, failureMessage: 'The disk is small.' });
      await toldSometime(person, 'The installation on 203.0.113.5 has ended');
      await toldLast(person, 'The disk is small.');
    });
  });

  it('§1 speak Indonesian in a chat that has chosen it', async () => {
    const { userId, person } = await desk.linked();
    await desk.say(person, '/language id');
    await desk.paid(userId, 'T-id');
    await toldLast(person, '5 kuota ditambahkan seharga Rp 225.000');
    const installId = newId();
    desk.around.peers.installs.set(installId, {
      status: 'running',
      phase: 'writing',
      percent: 7,
    });
    await desk.install(userId, 'running', { installId });
    await toldLast(person, '→ Menulis Windows 7 %');
    await desk.install(userId, 'completed', { installId });
    await toldLast(person, 'Windows siap di 203.0.113.5');
  });

  it('§1 tell of a failure what happened and what to do', async () => {
    const { userId, person } = await desk.linked();
    await desk.install(userId, 'failed', {
      failureMessage: 'The disk has <64 GB> & no more.',
      failureCure: 'Use a larger plan.',
    });
    await toldLast(person, 'The disk has <64 GB> & no more.');
    expect(desk.told(person).at(-1)).toContain('What to do: Use a larger plan.');
  });

  it('tell of a paid top-up, and once only of an event that comes twice', async () => {
    const { userId, person } = await desk.linked();
    const event = { id: newId(), occurredAt: new Date() };
    const content = { reference: 'T1', quantity: 5, finalAmount: 225_000 };
    const notice = { userId, kind: 'topup_paid' as const, content };
    await desk.app.get(NoticesRepository).record(event, notice);
    await desk.app.get(NoticesRepository).record(event, notice);
    await toldLast(person, '5 quota was added for Rp 225.000');
    expect(await settled(userId)).toHaveLength(1);
  });

  it('tell when the quota falls to one, and not at every step below', async () => {
    const { userId, person } = await desk.linked();
    const change = (quota: number, amount: number) =>
      desk.app.nats.publish('billing.quota.changed.v1', { userId, quota, kind: 'hold', amount });
    await change(2, -1);
    await change(1, -1);
    await change(0, -1);
    await change(1, 1);
    await desk.paid(userId, 'T-after');
    await toldSometime(person, 'running low: 1 left');
    await waitFor(async () => (await settled(userId)).length === 2, PATIENCE);
    expect((await desk.notices(userId)).filter(({ kind }) => kind === 'quota_low')).toHaveLength(1);
  });

  it('come in order, even while Telegram asks to wait', async () => {
    const { userId, person } = await desk.linked();
    desk.world.faults(PRIMARY).floodSeconds = 2;
    const asked = Date.now();
    for (let n = 0; n < 5; n += 1) await desk.paid(userId, `T-${n}`);
    await toldLast(person, 'T-4');
    const paid = desk.told(person).filter((text) => text.includes('Reference'));
    expect(paid.map((text) => /T-\d/.exec(text)?.[0])).toEqual(['T-0', 'T-1', 'T-2', 'T-3', 'T-4']);
    const first = desk.world.fromBots().find(({ text }) => text.includes('T-0'));
    expect(first!.at - asked).toBeGreaterThanOrEqual(2_000);
  });

  it('§4 are not sent while notifications are off', async () => {
    const { userId, person } = await desk.linked();
    await desk.say(person, '/notifications off');
    await desk.paid(userId, 'T-off');
    expect(await settled(userId)).toMatchObject([{ status: 'skipped' }]);
    expect(desk.told(person).join()).not.toContain('T-off');
  });

  it('go by the backup bot to who started it, when the user has blocked the primary', async () => {
    const { userId, person } = await desk.linked();
    await desk.say(person, '/start', BACKUP);
    desk.world.chat(PRIMARY, person).blocked = true;
    await desk.paid(userId, 'T-backup');
    await toldLast(person, 'T-backup', BACKUP);
    expect(await settled(userId)).toMatchObject([{ status: 'sent', channel: 'telegram_backup' }]);
    expect(await desk.status(userId)).toMatchObject({ blocked: true });
  });

  it.each(['stopped', 'refused', 'down'] as const)(
    'go by the backup bot when the primary is %s',
    async (how) => {
      const { userId, person } = await desk.linked();
      await desk.say(person, '/start', BACKUP);
      if (how === 'stopped') await desk.admin('post', '/admin/telegram-bot/stop').expect(200);
      if (how === 'refused') desk.world.faults(PRIMARY).unauthorized = true;
      if (how === 'down') desk.world.faults(PRIMARY).down = true;
      await desk.paid(userId, 'T-other-way');
      await toldLast(person, 'T-other-way', BACKUP);
    },
  );

  it('go by e-mail to who never started the backup bot', async () => {
    const { userId, person } = await desk.linked();
    desk.world.chat(PRIMARY, person).blocked = true;
    await desk.install(userId, 'failed', {
      failureMessage: 'The disk has <64 GB>.',
      failureCure: 'Use a larger plan.',
    });
    const mail = await mailTo(userId);
    expect(mail.subject).toBe('The installation on 203.0.113.5 failed');
    expect(mail.text).toContain('The disk has <64 GB>.');
    expect(mail.text).toContain('What to do: Use a larger plan.');
    expect(await settled(userId)).toMatchObject([{ status: 'sent', channel: 'email' }]);
  });

  it('go by e-mail to who has not connected Telegram: the end of an install, not each step', async () => {
    const userId = desk.newUser();
    await desk.install(userId, 'running');
    await desk.install(userId, 'completed');
    expect((await mailTo(userId)).subject).toBe('Windows is ready on 203.0.113.5');
    expect(await settled(userId)).toMatchObject([{ status: 'skipped' }, { status: 'sent' }]);
  });

  it('go to no address that is not verified', async () => {
    const userId = desk.newUser();
    Object.assign(desk.around.peers.users.get(userId)!, { isVerified: false });
    await desk.paid(userId, 'T-unverified');
    expect(await settled(userId)).toMatchObject([
      { status: 'skipped', error: 'The user has no verified e-mail address' },
    ]);
  });

  it('wait while auth can not say an address', async () => {
    const userId = desk.newUser();
    desk.around.peers.down = true;
    await desk.paid(userId, 'T-wait');
    await waitFor(
      async () => (await desk.notices(userId))[0]?.error?.includes('address'),
      PATIENCE,
    );
    desk.around.peers.down = false;
    expect((await mailTo(userId)).subject).toBe('Your top-up is paid');
  });

  it('arrive when Telegram is back, where e-mail is no way', async () => {
    const { userId, person } = await desk.linked();
    await choose(userId, 'topup_paid', 'email', false).expect(200);
    desk.world.faults(PRIMARY).down = true;
    await desk.paid(userId, 'T-late');
    await refused(userId);
    desk.world.faults(PRIMARY).down = false;
    await toldLast(person, 'T-late');
  });

  describe('by the table of settings', () => {
    it('lists every event with its channels', async () => {
      const userId = desk.newUser();
      const { body } = await desk.app.http
        .get('/api/user/telegram-notifications/settings')
        .set(desk.app.as({ userId }))
        .expect(200);
      expect(body.data).toEqual([
        { event: 'install_progress', name: 'Installation progress', telegram: true, email: false },
        { event: 'install_finished', name: 'Installation finished', telegram: true, email: true },
        { event: 'topup_paid', name: 'Top-up paid', telegram: true, email: true },
        { event: 'quota_low', name: 'Low quota', telegram: true, email: true },
      ]);
    });

    it('go where their user wants them, and another user keeps theirs', async () => {
      const { userId, person } = await desk.linked();
      const { userId: other, person: otherPerson } = await desk.linked();
      await choose(userId, 'topup_paid', 'telegram', false).expect(200);
      await desk.paid(userId, 'T-mail');
      await desk.paid(other, 'T-chat');
      expect((await mailTo(userId)).text).toContain('T-mail');
      await toldLast(otherPerson, 'T-chat');
      expect(desk.told(person).join()).not.toContain('T-mail');
    });

    it('§4 begins anew after a disconnect', async () => {
      const { userId, person } = await desk.linked();
      const { body } = await choose(userId, 'topup_paid', 'telegram', false);
      expect(body.data[2]).toMatchObject({ telegram: false, email: true });
      await desk.say(person, '/disconnect yes');
      const after = await choose(userId, 'install_progress', 'email', false);
      expect(after.body.data[2]).toMatchObject({ telegram: true });
    });

    it('knows its events and channels', async () => {
      const userId = desk.newUser();
      expect((await choose(userId, 'weather', 'telegram', true).expect(400)).body.message).toBe(
        'This kind of notification is not known',
      );
      expect((await choose(userId, 'topup_paid', 'pigeon', true).expect(400)).body.message).toBe(
        'Channel must be telegram or email',
      );
    });
  });

  describe('tried by hand', () => {
    const test = async (userId: string, channel: string) =>
      (
        await desk.app.http
          .post('/api/user/telegram-notifications/test')
          .set(desk.app.as({ userId }))
          .send({ channel })
          .expect(200)
      ).body.data as SendTestResponse;

    it('show what Telegram really answers', async () => {
      const { userId, person } = await desk.linked();
      expect(await test(userId, 'telegram')).toMatchObject({ delivered: true });
      await toldLast(person, 'This is a test from Casement.');
      desk.world.chat(PRIMARY, person).blocked = true;
      expect(await test(userId, 'telegram')).toEqual({
        delivered: false,
        answer: '403: Forbidden: bot was blocked by the user',
      });
      desk.world.faults(PRIMARY).unauthorized = true;
      const refused = await test(userId, 'telegram');
      expect(refused).toEqual({
        delivered: false,
        answer: 'Bot token not configured or invalid',
      });
    });

    it('go to the caller alone; without a chat of their own nobody is written to', async () => {
      const { userId, person } = await desk.linked();
      const { person: other } = await desk.linked();
      await test(userId, 'telegram');
      await toldLast(person, 'This is a test from Casement.');
      expect(desk.told(other).join()).not.toContain('This is a test');
      const { body } = await desk.app.http
        .post('/api/user/telegram-notifications/test')
        .set(desk.app.as({ userId: desk.newUser() }))
        .send({ channel: 'telegram' })
        .expect(409);
      expect(body.code).toBe('TELEGRAM_NOT_CONNECTED');
    });

    it('show what the mail server answers', async () => {
      const userId = desk.newUser();
      expect(await test(userId, 'email')).toEqual({
        delivered: true,
        answer: 'The mail server took it',
      });
      expect((await mailTo(userId)).subject).toBe('A test from Casement');
      Object.assign(desk.around.peers.users.get(userId)!, { isVerified: false });
      expect(await test(userId, 'email')).toMatchObject({ delivered: false });
    });
  });

  describe('in the delivery log', () => {
    const log = async (query = '') =>
      (await desk.admin('get', `/admin/telegram-bot/deliveries${query}`).expect(200)).body as Log;

    it('are listed newest first, with who, how and why', async () => {
      const { userId, person } = await desk.linked('dewi');
      await choose(userId, 'topup_paid', 'email', false);
      await desk.paid(userId, 'T-1');
      await toldLast(person, 'T-1');
      desk.world.chat(PRIMARY, person).blocked = true;
      await desk.paid(userId, 'T-2');
      await waitFor(async () => (await log('?status=failed')).data.length === 1, PATIENCE);
      const { data, meta } = await log();
      expect(meta).toEqual({ page: 1, pageSize: 15, total: 2 });
      expect(data).toMatchObject([
        {
          user_id: userId,
          username: 'dewi',
          event: 'topup_paid',
          status: 'failed',
          sent_at: null,
          error: 'The user blocked the bot, or deleted the chat with it',
        },
        { status: 'sent', channel: 'telegram', error: null },
      ]);
      expect((await log(`?search=${userId}`)).meta.total).toBe(2);
      expect((await log('?search=BLOCKED')).meta.total).toBe(1);
      expect((await log('?search=nothing')).meta.total).toBe(0);
    });

    it('are sent once more when they failed, and only then', async () => {
      const { userId, person } = await desk.linked();
      await choose(userId, 'topup_paid', 'email', false);
      desk.world.chat(PRIMARY, person).blocked = true;
      await desk.paid(userId, 'T-again');
      const failed = await waitFor(
        async () => (await log('?status=failed')).data[0] as { id: string } | undefined,
        PATIENCE,
      );
      desk.world.chat(PRIMARY, person).blocked = false;
      await desk.say(person, '/help');
      const retry = (id: string) =>
        desk.admin('post', `/admin/telegram-bot/deliveries/${id}/retry`);
      await retry(failed.id).expect(200);
      await toldLast(person, 'T-again');
      await settled(userId);
      expect((await retry(failed.id).expect(409)).body.code).toBe('NOTICE_NOT_FAILED');
      await retry(newId()).expect(404);
      await retry('nonsense').expect(404);
    });
  });

  it('that were given up are among the failed jobs, and sent once more when asked to', async () => {
    const { userId, person } = await desk.linked();
    await choose(userId, 'topup_paid', 'email', false);
    desk.world.chat(PRIMARY, person).blocked = true;
    await desk.paid(userId, 'T-lost');
    const failed = async () => {
      const { body } = await desk.admin('get', '/admin/operations/telegram').expect(200);
      return (body.data as ServiceOperations).failed_jobs;
    };
    const [job] = await waitFor(async () => {
      const jobs = await failed();
      return jobs?.total === 1 && jobs.rows;
    }, PATIENCE);
    expect(job).toMatchObject({ kind: 'notice', title: 'topup_paid', can_retry: true });
    desk.world.chat(PRIMARY, person).blocked = false;
    await desk.say(person, '/help');
    const retry = () =>
      desk.admin('post', `/admin/operations/telegram/failed-jobs/notice/${job.id}/retry`);
    await retry().expect(200);
    await toldLast(person, 'T-lost');
    await settled(userId);
    expect(await failed()).toEqual({ total: 0, rows: [] });
    await retry().expect(409);
  });

  it('no answer and no row ever holds a bot token', async () => {
    const { userId, person } = await desk.linked();
    await choose(userId, 'topup_paid', 'email', false).expect(200);
    Object.assign(desk.world.faults(PRIMARY), { loseAnswers: true });
    await desk.paid(userId, 'T-lost');
    await refused(userId);
    desk.world.faults(PRIMARY).loseAnswers = false;
    await toldLast(person, 'T-lost');
    const answers = await Promise.all([
      desk.admin('get', '/telegram/bot-info'),
      desk.admin('get', '/admin/telegram-bot/monitor'),
      desk.admin('get', '/admin/telegram-bot/deliveries'),
    ]);
    const rows = await desk.app.database.query<{ text: string }>(
      `SELECT (SELECT string_agg(n::text, '') FROM notice n)
           || (SELECT string_agg(b::text, '') FROM telegram_bot b) AS text`,
    );
    for (const secret of SECRETS) {
      for (const { text } of [...answers, ...rows]) expect(text).not.toContain(secret);
    }
  });
});
