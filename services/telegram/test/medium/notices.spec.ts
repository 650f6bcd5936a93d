import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { ServiceOperations } from '@casement/proto/http/operations.js';
import type { Delivery, SendTestResponse } from '@casement/proto/http/telegram/telegram.js';
import { NoticesService } from '../../src/notices/notices.service.js';
import {
  BACKUP,
  LONG_WAIT,
  PRIMARY,
  SECRETS,
  TelegramFixture,
} from '../support/telegram-fixture.js';

interface Log {
  data: Delivery[];
  meta: { total: number };
}

describe('notices', () => {
  let fixture: TelegramFixture;
  beforeAll(async () => {
    fixture = await TelegramFixture.open();
  });
  afterEach(() => fixture.recover());
  afterAll(() => fixture.close());

  const lastMessageIs = (person: number, text: string, bot = PRIMARY) =>
    waitFor(() => fixture.messagesTo(person, bot).at(-1)?.includes(text), LONG_WAIT);
  /** Checks all messages, because a later message may already have arrived. */
  const someMessageIs = (person: number, text: string) =>
    waitFor(() => fixture.messagesTo(person).some((message) => message.includes(text)), LONG_WAIT);
  const refused = (userId: string) =>
    waitFor(async () => (await fixture.notices(userId))[0]?.error, LONG_WAIT);
  const settled = (userId: string) =>
    waitFor(async () => {
      const notices = await fixture.notices(userId);
      return notices.length > 0 && notices.every(({ status }) => status !== 'waiting') && notices;
    }, LONG_WAIT);
  const addressOf = (userId: string) => fixture.environment.peers.users.get(userId)?.email;
  const mailTo = (userId: string) =>
    waitFor(
      async () =>
        (await fixture.environment.mails()).find(({ to }) => to[0]?.address === addressOf(userId)),
      LONG_WAIT,
    );
  const choose = (userId: string, event: string, channel: string, enabled: boolean) =>
    fixture.app.http
      .put('/api/user/telegram-notifications/settings')
      .set(fixture.app.as({ userId }))
      .send({ event, channel, enabled });

  it('§1 show the progress of an install in one message, and its end in another', async () => {
    const { userId, person } = await fixture.linked();
    const { userId: other, person: stranger } = await fixture.linked();
    const installId = newId();
    const before = fixture.messagesTo(person).length;
    await fixture.install(userId, 'pending', { installId });
    await fixture.install(userId, 'preparing', { installId });
    await lastMessageIs(person, '→ Connecting to your VPS');
    await fixture.install(userId, 'running', { installId });
    await lastMessageIs(person, '→ Writing Windows');
    await fixture.install(userId, 'completed', { installId });
    await lastMessageIs(person, 'Windows is ready on 203.0.113.5');
    expect(fixture.messagesTo(person)).toHaveLength(before + 2);
    expect(await fixture.notices(other)).toEqual([]);
    expect(fixture.messagesTo(stranger).join()).not.toContain('203.0.113.5');
  });

  it('are set aside and shown in Operations when unreadable, and the others are sent', async () => {
    const { userId: bad } = await fixture.linked();
    const { userId, person } = await fixture.linked();
    await fixture.app.database.query(
      `INSERT INTO notice (id, user_id, recipient, kind, content, occurred_at, attempts, error)
       VALUES ($1, $2::uuid, $2::uuid::text, 'topup_paid', 'null', now(), 2, 'It could not be prepared for sending')`,
      [newId(), bad],
    );
    await fixture.paid(bad, 'T-after-it');
    await fixture.install(userId, 'completed');
    await lastMessageIs(person, 'Windows is ready');
    expect(await settled(bad)).toMatchObject([{ status: 'failed' }, { status: 'sent' }]);
    const { body } = await fixture.app.http
      .get('/api/admin/operations/telegram')
      .set(fixture.app.as({ admin: true }));
    expect(JSON.stringify(body)).toContain('It could not be prepared for sending');
  });

  describe('live progress of an install', () => {
    const publishProgress = (installId: string, phase: string, percent?: number) =>
      fixture.environment.peers.installs.set(installId, { status: 'running', phase, percent });

    it('updates one message, phase by phase with the percentage, until the end', async () => {
      const { userId, person } = await fixture.linked();
      const before = fixture.messagesTo(person).length;
      const installId = newId();
      fixture.environment.peers.installs.set(installId, { status: 'preparing', phase: 'checking' });
      await fixture.install(userId, 'preparing', { installId });
      await lastMessageIs(person, '✓ Connecting to your VPS\n→ Checking your VPS\n· Preparing');
      publishProgress(installId, 'writing', 42);
      await fixture.install(userId, 'running', { installId });
      await lastMessageIs(person, '→ Writing Windows 42 %');
      publishProgress(installId, 'configuring', 100);
      await lastMessageIs(person, '✓ Writing Windows\n→ Configuring Windows\n');
      await fixture.install(userId, 'completed', { installId });
      await someMessageIs(person, 'Windows was installed on 203.0.113.5');
      await lastMessageIs(person, 'Windows is ready on 203.0.113.5');
      expect(fixture.messagesTo(person)).toHaveLength(before + 2);
      expect(fixture.messagesTo(person).join()).not.toContain('→');
    });

    it('names Linux for a return to Linux, also in its notices', async () => {
      const { userId, person } = await fixture.linked();
      const before = fixture.messagesTo(person).length;
      const linux = { installId: newId(), linux: true, free: true };
      publishProgress(linux.installId, 'writing', 42);
      await fixture.install(userId, 'running', linux);
      await lastMessageIs(person, '→ Writing Linux 42 %');
      await fixture.install(userId, 'completed', linux);
      await someMessageIs(person, 'Linux was installed on 203.0.113.5');
      await lastMessageIs(person, 'Linux is ready on 203.0.113.5');
      await fixture.install(userId, 'failed', { ...linux, installId: newId() });
      await lastMessageIs(person, 'The install on 203.0.113.5 failed');
      const texts = fixture.messagesTo(person).slice(before).join();
      expect(texts).not.toMatch(/Windows|quota/);
    });

    it('completes its message after a failure, or when install does not answer', async () => {
      const { userId, person } = await fixture.linked();
      const installId = newId();
      fixture.environment.peers.down = true;
      await fixture.install(userId, 'preparing', { installId });
      await lastMessageIs(person, '→ Connecting to your VPS');
      await fixture.install(userId, 'failed', { installId, failureMessage: 'The disk is small.' });
      await someMessageIs(person, 'The install on 203.0.113.5 has ended');
      await lastMessageIs(person, 'The disk is small.');
    });
  });

  it('§1 are in Indonesian in a chat that has chosen it', async () => {
    const { userId, person } = await fixture.linked();
    await fixture.send(person, '/language id');
    await fixture.paid(userId, 'T-id');
    await lastMessageIs(person, 'Biaya: Rp 2.325');
    const installId = newId();
    fixture.environment.peers.installs.set(installId, {
      status: 'running',
      phase: 'writing',
      percent: 7,
    });
    await fixture.install(userId, 'running', { installId });
    await lastMessageIs(person, '→ Menulis Windows 7 %');
    await fixture.install(userId, 'completed', { installId });
    await lastMessageIs(person, 'Windows siap di 203.0.113.5');
  });

  it('§1 explain a failure and its remedy', async () => {
    const { userId, person } = await fixture.linked();
    await fixture.install(userId, 'failed', {
      failureMessage: 'The disk has <64 GB> & no more.',
      failureCure: 'Use a larger plan.',
    });
    await lastMessageIs(person, 'The disk has <64 GB> & no more.');
    expect(fixture.messagesTo(person).at(-1)).toContain('What to do: Use a larger plan.');
  });

  it("explain a failure in the language of the chat, by the failure's code", async () => {
    const { userId, person } = await fixture.linked();
    await fixture.send(person, '/language id');
    await fixture.install(userId, 'failed', {
      failureCode: 'SSH_TIMEOUT',
      failureMessage: 'The VPS did not respond on port 22.',
    });
    await lastMessageIs(person, 'VPS tidak merespons di port 22.');
  });

  it('report a paid top-up once when its event is delivered twice', async () => {
    const { userId, person } = await fixture.linked();
    const event = { id: newId(), occurredAt: new Date() };
    const amounts = { finalAmount: 225_000, payableAmount: 227_325 };
    const content = { reference: 'T1', quantity: 5, ...amounts };
    const notice = { userId, kind: 'topup_paid' as const, content };
    await fixture.app.get(NoticesService).record(event, notice);
    await fixture.app.get(NoticesService).record(event, notice);
    await lastMessageIs(person, 'Total paid: Rp 227.325');
    expect(await settled(userId)).toHaveLength(1);
  });

  describe('reminder of low quota', () => {
    const changeQuota = (userId: string, quota: number, amount: number) =>
      fixture.app.nats.publish('billing.quota.changed.v1', { userId, quota, kind: 'hold', amount });
    const reminders = async (userId: string) =>
      (await settled(userId)).filter(({ kind }) => kind === 'quota_low');
    const storeAsBefore = (userId: string, telegram: boolean, email: boolean) =>
      fixture.app.database.query(
        `INSERT INTO notice_setting (user_id, event, telegram, email) VALUES ($1, 'quota_low', $2, $3)`,
        [userId, telegram, email],
      );

    it('is sent at one quota but not at every step below if the user enabled it', async () => {
      const { userId, person } = await fixture.linked();
      await choose(userId, 'quota_low', 'telegram', true).expect(200);
      await changeQuota(userId, 2, -1);
      await changeQuota(userId, 1, -1);
      await changeQuota(userId, 0, -1);
      await changeQuota(userId, 1, 1);
      await fixture.paid(userId, 'T-after');
      await someMessageIs(person, 'You have 1 quota left.');
      await waitFor(async () => (await settled(userId)).length === 2, LONG_WAIT);
      expect(await reminders(userId)).toHaveLength(1);
    });

    it('is not sent by default', async () => {
      const { userId, person } = await fixture.linked();
      await changeQuota(userId, 1, -1);
      await waitFor(async () => (await reminders(userId)).length === 1, LONG_WAIT);
      expect(await reminders(userId)).toMatchObject([{ status: 'skipped' }]);
      expect(fixture.messagesTo(person).join()).not.toContain('quota left');
      expect((await fixture.environment.mails()).map(({ to }) => to[0]?.address)).not.toContain(
        addressOf(userId),
      );
    });

    it('is not enabled by a setting that the previous version stored', async () => {
      const { userId } = await fixture.linked();
      await storeAsBefore(userId, true, false);
      await changeQuota(userId, 1, -1);
      await waitFor(async () => (await reminders(userId)).length === 1, LONG_WAIT);
      expect(await reminders(userId)).toMatchObject([{ status: 'skipped' }]);
      const settings = await choose(userId, 'quota_low', 'email', true).expect(200);
      expect(settings.body.data[5]).toMatchObject({ telegram: false, email: true });
    });

    it('stays enabled when a replica of the previous version changes the other channel', async () => {
      const userId = fixture.newUser();
      await choose(userId, 'quota_low', 'telegram', true).expect(200);
      await fixture.app.database.query(
        `INSERT INTO notice_setting (user_id, event, telegram, email) VALUES ($1, 'quota_low', true, true)
         ON CONFLICT (user_id, event) DO UPDATE SET email = true`,
        [userId],
      );
      const { body } = await fixture.app.http
        .get('/api/user/telegram-notifications/settings')
        .set(fixture.app.as({ userId }));
      expect(body.data[5]).toMatchObject({ telegram: true, email: true });
    });
  });

  it('report a paused webhook and the reason', async () => {
    const { userId, person } = await fixture.linked();
    await fixture.app.nats.publish('install.webhook.paused.v1', {
      webhookId: newId(),
      userId,
      host: 'panel.example:8443',
      reason: 'failing',
    });
    await lastMessageIs(person, 'Your webhook to panel.example:8443 is paused.');
    expect(fixture.messagesTo(person).join()).toContain('Every delivery has failed for 24 hours');
  });

  it('arrive in order even while Telegram requests a pause', async () => {
    const { userId, person } = await fixture.linked();
    fixture.world.faults(PRIMARY).floodSeconds = 2;
    const asked = Date.now();
    for (let n = 0; n < 5; n += 1) await fixture.paid(userId, `T-${n}`);
    await lastMessageIs(person, 'T-4');
    const paid = fixture.messagesTo(person).filter((text) => text.includes('Reference'));
    expect(paid.map((text) => /T-\d/.exec(text)?.[0])).toEqual(['T-0', 'T-1', 'T-2', 'T-3', 'T-4']);
    const first = fixture.world.fromBots().find(({ text }) => text.includes('T-0'));
    expect(first!.at - asked).toBeGreaterThanOrEqual(2_000);
  });

  it('§4 are not sent while notifications are off', async () => {
    const { userId, person } = await fixture.linked();
    await fixture.send(person, '/notifications off');
    await fixture.paid(userId, 'T-off');
    expect(await settled(userId)).toMatchObject([{ status: 'skipped' }]);
    expect(fixture.messagesTo(person).join()).not.toContain('T-off');
  });

  it('use the backup bot, if started, when the user has blocked the primary', async () => {
    const { userId, person } = await fixture.linked();
    await fixture.send(person, '/start', BACKUP);
    fixture.world.chat(PRIMARY, person).blocked = true;
    await fixture.paid(userId, 'T-backup');
    await lastMessageIs(person, 'T-backup', BACKUP);
    expect(await settled(userId)).toMatchObject([{ status: 'sent', channel: 'telegram_backup' }]);
    expect(await fixture.status(userId)).toMatchObject({ blocked: true });
  });

  it.each(['stopped', 'refused', 'down'] as const)(
    'use the backup bot when the primary is %s',
    async (how) => {
      const { userId, person } = await fixture.linked();
      await fixture.send(person, '/start', BACKUP);
      if (how === 'stopped') await fixture.admin('post', '/admin/telegram-bot/stop').expect(200);
      if (how === 'refused') fixture.world.faults(PRIMARY).unauthorized = true;
      if (how === 'down') fixture.world.faults(PRIMARY).down = true;
      await fixture.paid(userId, 'T-other-way');
      await lastMessageIs(person, 'T-other-way', BACKUP);
    },
  );

  it('use email if the backup bot was never started', async () => {
    const { userId, person } = await fixture.linked();
    fixture.world.chat(PRIMARY, person).blocked = true;
    await fixture.install(userId, 'failed', {
      failureMessage: 'The disk has <64 GB>.',
      failureCure: 'Use a larger plan.',
    });
    const mail = await mailTo(userId);
    expect(mail.subject).toBe('The install on 203.0.113.5 failed');
    expect(mail.text).toContain('The disk has <64 GB>.');
    expect(mail.text).toContain('What to do: Use a larger plan.');
    expect(await settled(userId)).toMatchObject([{ status: 'sent', channel: 'email' }]);
  });

  it('use email in the language reported by auth, with links to the published legal pages', async () => {
    const userId = fixture.newUser();
    const { peers } = fixture.environment;
    peers.users.get(userId)!.language = 'id';
    peers.legalPages = ['terms', 'unknown'];
    await fixture.install(userId, 'completed');
    const mail = await mailTo(userId);
    expect(mail.subject).toBe('Windows siap di 203.0.113.5');
    expect(mail.text).toMatch(/Ketentuan Layanan: https?:[^ ]*\/legal\/terms\?lang=id\s*$/);
    expect(mail.text).toContain('Lebih suka Telegram? Hubungkan di Pengaturan.');
    expect(mail.html).toContain('<html lang="id">');
  });

  it('use email for the end of an install, but not each step, without a Telegram link', async () => {
    const userId = fixture.newUser();
    await fixture.install(userId, 'running');
    await fixture.install(userId, 'completed', { desktop: true });
    const mail = await mailTo(userId);
    expect(mail.subject).toBe('Windows is ready on 203.0.113.5');
    expect(mail.text).toMatch(/Connect: .*open=install:.*\n\nOpen in browser: .*open=desktop:/);
    expect(await settled(userId)).toMatchObject([{ status: 'skipped' }, { status: 'sent' }]);
  });

  it('§9 state the total in the email about a paid top-up', async () => {
    const userId = fixture.newUser();
    await fixture.paid(userId, 'T-mail');
    const { text, html } = await mailTo(userId);
    expect(text).toContain('Amount (ex fee): Rp 225.000\nFee: Rp 2.325\nTotal paid: Rp 227.325');
    expect(html).toContain('<th scope="row">Total paid</th><td>Rp 227.325</td>');
    expect(html).toContain('src="data:image/png;base64,');
  });

  it('are not sent to an unverified address', async () => {
    const userId = fixture.newUser();
    Object.assign(fixture.environment.peers.users.get(userId)!, { isVerified: false });
    await fixture.paid(userId, 'T-unverified');
    expect(await settled(userId)).toMatchObject([
      { status: 'skipped', error: 'The user has no verified email address' },
    ]);
  });

  it('wait while auth does not return an address', async () => {
    const userId = fixture.newUser();
    fixture.environment.peers.down = true;
    await fixture.paid(userId, 'T-wait');
    await waitFor(
      async () => (await fixture.notices(userId))[0]?.error?.includes('address'),
      LONG_WAIT,
    );
    fixture.environment.peers.down = false;
    expect((await mailTo(userId)).subject).toBe('Top-up paid: 5 quota added');
  });

  it('remind of an unpaid top-up by the chosen channel', async () => {
    const { userId, person } = await fixture.linked();
    await fixture.expiring(userId, 'T-open', 9 * 60_000);
    await lastMessageIs(person, 'waiting for payment');
    expect(fixture.messagesTo(person).at(-1)).toContain('?open=topup:T-open');
    await choose(userId, 'topup_expiring', 'telegram', false).expect(200);
    await fixture.expiring(userId, 'T-mail', 9 * 60_000);
    const { subject, text } = await mailTo(userId);
    expect(subject).toMatch(/^Your payment expires at \d\d:\d\d WIB$/);
    expect(text).toContain('T-mail');
  });

  it('show the time of a reminder in the zone of the user, in Telegram and by email', async () => {
    const { userId, person } = await fixture.linked();
    const { users } = fixture.environment.peers;
    users.set(userId, { ...users.get(userId)!, timeZone: 'Asia/Makassar' });
    await fixture.expiring(userId, 'T-open', 9 * 60_000);
    await lastMessageIs(person, ' WITA');
    await choose(userId, 'topup_expiring', 'telegram', false).expect(200);
    await fixture.expiring(userId, 'T-mail', 9 * 60_000);
    expect((await mailTo(userId)).subject).toMatch(/^Your payment expires at \d\d:\d\d WITA$/);
  });

  it('do not remind of a top-up that has expired', async () => {
    const { userId, person } = await fixture.linked();
    await fixture.expiring(userId, 'T-late', -1_000);
    await fixture.paid(userId, 'T-after');
    await lastMessageIs(person, 'T-after');
    expect((await fixture.notices(userId)).map(({ kind }) => kind)).toEqual(['topup_paid']);
  });

  it('stop trying to remind once the top-up has expired', async () => {
    const { userId } = await fixture.linked();
    await fixture.expiring(userId, 'T-open', 9 * 60_000);
    const row = await waitFor(
      async () =>
        (
          await fixture.app.database.query(
            `SELECT give_up_at - now() < interval '10 minutes' AS soon FROM notice WHERE user_id = $1`,
            [userId],
          )
        )[0],
      LONG_WAIT,
    );
    expect(row).toEqual({ soon: true });
  });

  it('arrive once Telegram is back if email is not chosen', async () => {
    const { userId, person } = await fixture.linked();
    await choose(userId, 'topup_paid', 'email', false).expect(200);
    fixture.world.faults(PRIMARY).down = true;
    await fixture.paid(userId, 'T-late');
    await refused(userId);
    fixture.world.faults(PRIMARY).down = false;
    await lastMessageIs(person, 'T-late');
  });

  describe('notification settings', () => {
    it('list every event with its channels', async () => {
      const userId = fixture.newUser();
      const { body } = await fixture.app.http
        .get('/api/user/telegram-notifications/settings')
        .set(fixture.app.as({ userId }))
        .expect(200);
      expect(body.data).toEqual([
        { event: 'install_progress', name: 'Installation progress', telegram: true, email: false },
        { event: 'install_finished', name: 'Installation finished', telegram: true, email: true },
        { event: 'topup_paid', name: 'Top-up paid', telegram: true, email: true },
        { event: 'topup_expiring', name: 'Payment expiring', telegram: true, email: true },
        { event: 'topup_refunded', name: 'Payment refunded', telegram: true, email: true },
        { event: 'quota_low', name: 'Low quota', telegram: false, email: false },
        { event: 'webhook_paused', name: 'Webhook paused', telegram: true, email: true },
      ]);
    });

    it("apply the user's channels and keep those of other users", async () => {
      const { userId, person } = await fixture.linked();
      const { userId: other, person: otherPerson } = await fixture.linked();
      await choose(userId, 'topup_paid', 'telegram', false).expect(200);
      await fixture.paid(userId, 'T-mail');
      await fixture.paid(other, 'T-chat');
      expect((await mailTo(userId)).text).toContain('T-mail');
      await lastMessageIs(otherPerson, 'T-chat');
      expect(fixture.messagesTo(person).join()).not.toContain('T-mail');
    });

    it('§4 return to the defaults after a disconnect', async () => {
      const { userId, person } = await fixture.linked();
      const { body } = await choose(userId, 'topup_paid', 'telegram', false);
      expect(body.data[2]).toMatchObject({ telegram: false, email: true });
      await fixture.send(person, '/disconnect yes');
      const after = await choose(userId, 'install_progress', 'email', false);
      expect(after.body.data[2]).toMatchObject({ telegram: true });
    });

    it('reject unknown events and channels', async () => {
      const userId = fixture.newUser();
      expect((await choose(userId, 'weather', 'telegram', true).expect(400)).body.message).toBe(
        'Unknown notification type',
      );
      expect((await choose(userId, 'topup_paid', 'pigeon', true).expect(400)).body.message).toBe(
        'Channel must be telegram or email',
      );
    });
  });

  describe('test messages', () => {
    const test = async (userId: string, channel: string) =>
      (
        await fixture.app.http
          .post('/api/user/telegram-notifications/test')
          .set(fixture.app.as({ userId }))
          .send({ channel })
          .expect(200)
      ).body.data as SendTestResponse;

    it("show Telegram's own answer", async () => {
      const { userId, person } = await fixture.linked();
      expect(await test(userId, 'telegram')).toMatchObject({ delivered: true });
      await lastMessageIs(person, 'Casement test message.');
      fixture.world.chat(PRIMARY, person).blocked = true;
      const blocked = await test(userId, 'telegram');
      expect(blocked.delivered).toBe(false);
      // Either Telegram's response or, if the sender already knows that the bot is blocked, its own reason.
      expect(blocked.answer).toMatch(
        /^403: Forbidden: bot was blocked by the user$|^The user blocked/,
      );
    });

    it('report a bot that Telegram does not know, and are withdrawn', async () => {
      const { userId, person } = await fixture.linked();
      fixture.world.faults(PRIMARY).unauthorized = true;
      expect(await test(userId, 'telegram')).toMatchObject({ delivered: false });
      const [row] = await fixture.app.database.query(
        `SELECT status FROM notice WHERE user_id = $1 AND content ? 'title'`,
        [userId],
      );
      expect(row).toEqual({ status: 'skipped' });
      expect(fixture.messagesTo(person).join()).not.toContain('Casement test message');
    });

    it('are limited to five a minute per user over both channels', async () => {
      const { userId, person } = await fixture.linked();
      const { userId: other } = await fixture.linked();
      const send = (channel: string) =>
        fixture.app.http
          .post('/api/user/telegram-notifications/test')
          .set(fixture.app.as({ userId }))
          .send({ channel });
      for (let n = 0; n < 3; n += 1) await send('telegram').expect(200);
      const answers = await Promise.all(Array.from({ length: 6 }, () => send('email')));
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      expect(refused).toHaveLength(4);
      expect(refused[0].body).toMatchObject({ code: 'RATE_LIMITED' });
      expect(
        fixture.messagesTo(person).filter((text) => text.includes('Casement test message')),
      ).toHaveLength(3);
      expect(await test(other, 'telegram')).toMatchObject({ delivered: true });
    });

    it('wait for the pause of their chat, like every message', async () => {
      const { userId } = await fixture.linked();
      await test(userId, 'telegram');
      await fixture.app.database.query(
        `UPDATE telegram_chat SET next_message_at = now() + interval '2 seconds'`,
      );
      const before = performance.now();
      expect(await test(userId, 'telegram')).toMatchObject({ delivered: true });
      expect(performance.now() - before).toBeGreaterThan(1_500);
    });

    it('go to the caller only, and are rejected without a linked chat', async () => {
      const { userId, person } = await fixture.linked();
      const { person: other } = await fixture.linked();
      await test(userId, 'telegram');
      await lastMessageIs(person, 'Casement test message.');
      expect(fixture.messagesTo(other).join()).not.toContain('Casement test message');
      const { body } = await fixture.app.http
        .post('/api/user/telegram-notifications/test')
        .set(fixture.app.as({ userId: fixture.newUser() }))
        .send({ channel: 'telegram' })
        .expect(409);
      expect(body.code).toBe('TELEGRAM_NOT_CONNECTED');
    });

    it("show the mail server's own answer", async () => {
      const userId = fixture.newUser();
      expect(await test(userId, 'email')).toEqual({
        delivered: true,
        answer: 'The mail server accepted the message',
      });
      expect((await mailTo(userId)).subject).toBe('Casement test message');
      Object.assign(fixture.environment.peers.users.get(userId)!, { isVerified: false });
      expect(await test(userId, 'email')).toMatchObject({ delivered: false });
    });
  });

  describe('delivery log', () => {
    const log = async (search: string, query = '') =>
      (
        await fixture
          .admin('get', `/admin/telegram-bot/deliveries?search=${search}${query}`)
          .expect(200)
      ).body as Log;

    it('lists notices newest first, with user, channel and error', async () => {
      const { userId, person } = await fixture.linked('dewi');
      await choose(userId, 'topup_paid', 'email', false);
      await fixture.paid(userId, 'T-1');
      await lastMessageIs(person, 'T-1');
      fixture.world.chat(PRIMARY, person).blocked = true;
      await fixture.paid(userId, 'T-2');
      await waitFor(async () => (await log(userId, '&status=failed')).data.length === 1, LONG_WAIT);
      const { data, meta } = await log(userId);
      expect(meta).toEqual({ page: 1, pageSize: 15, total: 2 });
      expect(data).toMatchObject([
        {
          user_id: userId,
          username: 'dewi',
          event: 'topup_paid',
          status: 'failed',
          sent_at: null,
          error: 'The user blocked the bot or deleted the chat',
        },
        { status: 'sent', channel: 'telegram', error: null },
      ]);
      const blocked = await log('BLOCKED');
      expect(blocked.data.every(({ error }) => error?.includes('blocked'))).toBe(true);
      expect(blocked.meta.total).toBeGreaterThan(0);
      expect((await log('nothing')).meta.total).toBe(0);
    });

    it('resends only failed notices', async () => {
      const { userId, person } = await fixture.linked();
      await choose(userId, 'topup_paid', 'email', false);
      fixture.world.chat(PRIMARY, person).blocked = true;
      await fixture.paid(userId, 'T-again');
      const failed = await waitFor(
        async () => (await log(userId, '&status=failed')).data[0] as { id: string } | undefined,
        LONG_WAIT,
      );
      fixture.world.chat(PRIMARY, person).blocked = false;
      await fixture.send(person, '/help');
      const retry = (id: string) =>
        fixture.admin('post', `/admin/telegram-bot/deliveries/${id}/retry`);
      await retry(failed.id).expect(200);
      await lastMessageIs(person, 'T-again');
      await settled(userId);
      expect((await retry(failed.id).expect(409)).body.code).toBe('NOTICE_NOT_FAILED');
      await retry(newId()).expect(404);
      await retry('nonsense').expect(404);
    });
  });

  it('lists failed notices among the failed jobs, and resends them on retry', async () => {
    const { userId, person } = await fixture.linked();
    await choose(userId, 'topup_paid', 'email', false);
    fixture.world.chat(PRIMARY, person).blocked = true;
    const failed = async () => {
      const { body } = await fixture.admin('get', '/admin/operations/telegram').expect(200);
      return (body.data as ServiceOperations).failed_jobs!;
    };
    const before = await failed();
    await fixture.paid(userId, 'T-lost');
    const [job] = await waitFor(async () => {
      const jobs = await failed();
      return jobs.total === before.total + 1 && jobs.rows;
    }, LONG_WAIT);
    expect(job).toMatchObject({ kind: 'notice', title: 'topup_paid', can_retry: true });
    fixture.world.chat(PRIMARY, person).blocked = false;
    await fixture.send(person, '/help');
    const retry = () =>
      fixture.admin('post', `/admin/operations/telegram/failed-jobs/notice/${job.id}/retry`);
    await retry().expect(200);
    await lastMessageIs(person, 'T-lost');
    await settled(userId);
    expect(await failed()).toEqual(before);
    await retry().expect(409);
  });

  it('never expose a bot token in a response or a row', async () => {
    const { userId, person } = await fixture.linked();
    await choose(userId, 'topup_paid', 'email', false).expect(200);
    Object.assign(fixture.world.faults(PRIMARY), { loseAnswers: true });
    await fixture.paid(userId, 'T-lost');
    await refused(userId);
    fixture.world.faults(PRIMARY).loseAnswers = false;
    await lastMessageIs(person, 'T-lost');
    const answers = await Promise.all([
      fixture.admin('get', '/telegram/bot-info'),
      fixture.admin('get', '/admin/telegram-bot/monitor'),
      fixture.admin('get', '/admin/telegram-bot/deliveries'),
    ]);
    const rows = await fixture.app.database.query<{ text: string }>(
      `SELECT (SELECT string_agg(n::text, '') FROM notice n)
           || (SELECT string_agg(b::text, '') FROM telegram_bot b) AS text`,
    );
    for (const secret of SECRETS) {
      for (const { text } of [...answers, ...rows]) expect(text).not.toContain(secret);
    }
  });
});
