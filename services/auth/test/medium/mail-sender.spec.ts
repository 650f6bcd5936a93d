import { makeActor } from '@casement/common/testing/make-actor.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Database } from '@casement/common/data/database/database.js';
import { FailedJobs } from '@casement/common/platform/operations/failed-jobs.js';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { auth } from '../../src/auth.service-definition.js';
import { MailOutbox, type MailOrder } from '../../src/mail/mail-outbox.js';
import { MailSender } from '../../src/mail/mail-sender.js';
import { OutgoingMailRepository } from '../../src/mail/outgoing-mail.repository.js';
import { authApp, type AuthApp } from '../support/auth-app.js';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe(MailSender.name, () => {
  let app: AuthApp;
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase(auth.database.migrations);
    app = await authApp({ database });
  });
  afterEach(async () => {
    await app.close();
    await database.close();
  });

  const add = (to: string, giveUpAt = inMinutes(15)) =>
    app.get(Database).transaction((tx) =>
      app.get(MailOutbox).add(tx, {
        kind: 'test',
        userId: newId(),
        to,
        subject: 'Hello',
        text: 'plain words',
        html: '<p>plain words</p>',
        giveUpAt,
      }),
    );
  const rows = () =>
    database.query<{
      sealed: string | null;
      attempts: number;
      sent_at: Date | null;
      failed_at: Date | null;
      last_error: string | null;
    }>('SELECT * FROM outgoing_mail');

  it('lists a mail waiting for a retry among the failed jobs and sends it on demand', async () => {
    // Simulates a mail after many attempts, with the next retry far in the future.
    await app.get(Database).transaction(async (tx) => {
      await app.get(MailOutbox).add(tx, {
        kind: 'verification',
        userId: newId(),
        to: 'ann@example.test',
        subject: 'Hello',
        text: 'plain words',
        html: '<p>plain words</p>',
        giveUpAt: inMinutes(15),
      });
      await tx.query(
        `UPDATE outgoing_mail SET attempts = 4, last_error = 'ECONNREFUSED',
                next_attempt_at = now() + interval '10 minutes'`,
      );
    });
    const failed = app.get(FailedJobs);
    const { total, rows: jobs } = await failed.list();
    expect(total).toBe(1);
    expect(jobs).toMatchObject([
      {
        kind: 'mail',
        title: 'verification',
        error: 'ECONNREFUSED',
        attempts: 4,
        can_retry: true,
      },
    ]);
    await failed.retry('mail', jobs[0].id);
    await app.mailTo('ann@example.test');
    await waitFor(async () => (await failed.list()).total === 0);
    await expect(failed.retry('mail', jobs[0].id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(failed.retry('mail', 'nonsense')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('lists a given-up mail among the failed jobs without any content', async () => {
    await add('late@example.test', new Date(Date.now() - 1_000));
    const failed = app.get(FailedJobs);
    const [job] = await waitFor(async () => {
      const { rows: jobs } = await failed.list();
      return jobs.length > 0 && jobs;
    });
    expect(job).toMatchObject({ kind: 'mail', title: 'test', can_retry: false });
    await expect(failed.retry('mail', job.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('sends a test mail to the requesting administrator and returns the mail server’s answer', async () => {
    const outside = app.get(ExternalDependencies);
    outside.limits.pauseSeconds = 0;
    const [{ id: userId, email }] = await database.query<{ id: string; email: string }>(
      'SELECT id, email FROM user_account WHERE admin',
    );
    const test = async () => {
      const { ok, answer } = await outside.test(makeActor({ userId, admin: true }), 'mail');
      return { ok, answer };
    };
    expect(await test()).toEqual({ ok: true, answer: '250 OK: message queued' });
    expect(await app.mailTo(email)).toMatchObject({ subject: 'Casement test email' });

    app.mailbox.refuseRecipient(email);
    expect(await test()).toEqual({
      ok: false,
      answer: expect.stringContaining('550 no such user') as string,
    });
    await database.query('UPDATE user_account SET email_verified_at = NULL WHERE id = $1', [
      userId,
    ]);
    expect(await test()).toMatchObject({
      ok: false,
      answer: 'Your email address is not verified yet.',
    });
    expect(app.mailbox.mails).toHaveLength(1);
  });

  it('sends text and HTML once and erases the content', async () => {
    await add('ann@example.test');
    const mail = await app.mailTo('ann@example.test');
    expect(mail).toMatchObject({
      subject: 'Hello',
      from: { name: 'Casement', address: 'no-reply@casement.local' },
      text: expect.stringContaining('plain words') as string,
      html: expect.stringContaining('<p>plain words</p>') as string,
    });
    const [row] = await waitFor(async () => {
      const found = await rows();
      return found[0]?.sent_at ? found : undefined;
    });
    expect(row).toMatchObject({ sealed: null, attempts: 1, failed_at: null });
    expect(app.mailbox.mails).toHaveLength(1);
  });

  it('withholds a mail about an account if another account has verified the address', async () => {
    const [{ email }] = await database.query<{ email: string }>(
      'SELECT email FROM user_account WHERE admin',
    );
    await add(email.toUpperCase());
    await waitFor(async () => (await rows()).length === 0);
    await add('later@example.test');
    await app.mailTo('later@example.test');
    expect(app.mailbox.mails).toHaveLength(1);
  });

  it('sends mails of version 0.1.0, which contain no account', async () => {
    const [{ email: to }] = await database.query<{ email: string }>(
      'SELECT email FROM user_account WHERE admin',
    );
    const order = { kind: 'test', to, subject: 'Hello', text: 'x', html: 'x' };
    await app
      .get(Database)
      .transaction((tx) =>
        app.get(MailOutbox).add(tx, { ...order, giveUpAt: inMinutes(1) } as MailOrder),
      );
    await app.mailTo(to);
  });

  it('retries after a temporary refusal of the server', async () => {
    app.mailbox.refuseNext(1);
    await add('bob@example.test');
    await waitFor(async () => (await rows())[0]?.last_error === 'EMESSAGE 451');
    await app.mailTo('bob@example.test');
    const [row] = await waitFor(async () => {
      const found = await rows();
      return found[0]?.sent_at ? found : undefined;
    });
    expect(row?.attempts).toBe(2);
  });

  it('sends no mail of a rolled-back change', async () => {
    await expect(
      app.get(Database).transaction(async (tx) => {
        await app.get(MailOutbox).add(tx, {
          kind: 'test',
          userId: newId(),
          to: 'never@example.test',
          subject: 'x',
          text: 'x',
          html: 'x',
          giveUpAt: inMinutes(15),
        });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await add('later@example.test');
    await app.mailTo('later@example.test');
    expect(app.mailbox.mails).toHaveLength(1);
  });

  it('sends mails left over when the process ended', async () => {
    app.mailbox.refuseNext(Infinity);
    await add('carol@example.test');
    await waitFor(async () => ((await rows())[0]?.attempts ?? 0) > 0);
    await app.close();

    app = await authApp({ database });
    await app.mailTo('carol@example.test');
  });

  it('skips a mail that another replica is claiming', async () => {
    await app.get(MailSender).job.stop();
    await add('first@example.test');
    await add('second@example.test');
    await database.query('BEGIN');
    const [taken] = await database.query<{ id: string }>(
      'SELECT id FROM outgoing_mail ORDER BY next_attempt_at LIMIT 1 FOR UPDATE',
    );
    const claimed = await app.get(OutgoingMailRepository).claim();
    await database.query('COMMIT');
    expect(claimed).toBeDefined();
    expect(claimed?.id).not.toBe(taken?.id);
  });

  it('takes over mails of a replica that died while sending', async () => {
    app.mailbox.refuseNext(1);
    await add('dave@example.test');
    await waitFor(async () => (await rows())[0]?.last_error);
    // Simulates a claim that was never finished and whose lease has expired.
    await database.query(
      `UPDATE outgoing_mail SET next_attempt_at = now() - interval '1 second', last_error = NULL`,
    );
    await app.mailTo('dave@example.test');
  });

  it('gives up immediately and erases the mail if the recipient does not exist', async () => {
    app.mailbox.refuseRecipient('nobody@example.test');
    await add('nobody@example.test');
    await waitFor(
      async () => ((await rows())[0]?.attempts ?? 0) > 0 && (await rows())[0]?.last_error,
    );
    expect((await rows())[0]).toMatchObject({
      sealed: null,
      attempts: 1,
      sent_at: null,
      failed_at: expect.any(Date) as Date,
      last_error: 'EENVELOPE 550',
    });
  });

  it('gives up and erases expired mails', async () => {
    app.mailbox.refuseNext(Infinity);
    await add('late@example.test', new Date(Date.now() + 200));
    const [row] = await waitFor(async () => {
      const found = await rows();
      return found[0]?.failed_at ? found : undefined;
    });
    expect(row).toMatchObject({ sealed: null, sent_at: null });
  });

  it('exports the backlog to Prometheus', async () => {
    await app.close();
    app = await authApp({ database, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    await add('a@example.com');
    const { text } = await app.http.get('/internal/metrics').expect(200);
    expect(text).toContain('casement_mails_waiting 1\n');
    expect(text).toContain('casement_mails_failed_recently 0\n');
    expect(text).toContain('casement_reading_up{reading="mails"} 1\n');
  });
});
