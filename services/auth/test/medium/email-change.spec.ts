import type { User } from '@casement/proto/http/auth/users.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, randomUsername, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';

const newAddress = () => `${randomUsername()}@example.test`;

describe('change of an email address', () => {
  let app: AuthApp;
  let client: Client;
  let ann: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = new Client(app);
    ann = await verified();
  });

  const verified = async (): Promise<SignedInUser> => {
    const user = await new Client(app).newUser();
    await app.database.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [
      user.user.id,
    ]);
    return user;
  };
  const request = (email: string, { accessToken } = ann) =>
    client.post('/api/user/email', { email }, accessToken);
  const confirm = (code: string, { accessToken } = ann) =>
    client.post('/api/user/email/confirm', { code }, accessToken);
  const undo = (token: string) => client.post('/api/auth/email/undo', { token });
  const codesTo = (address: string) =>
    app.mailbox.mails
      .filter(({ to }) => to?.[0]?.address === address)
      .flatMap(({ subject }) => /^\d{6}(?= is your)/.exec(subject ?? '')?.[0] ?? []);
  /** Enters an address and returns the code sent to it. */
  const requestCode = async (to: string, who = ann) => {
    const { length } = codesTo(to);
    await request(to, who).expect(200);
    return waitFor(() => codesTo(to)[length]);
  };
  const change = async (to = newAddress(), who = ann) => {
    await confirm(await requestCode(to, who), who).expect(200);
    return to;
  };
  const undoTokenTo = async (address: string): Promise<string> => {
    const mail = await waitFor(() =>
      app.mailbox.mails.findLast(
        ({ to, text }) => to?.[0]?.address === address && text?.includes('undo='),
      ),
    );
    return /undo=([\w-]+)/.exec(mail.text ?? '')![1];
  };
  const profile = async ({ accessToken } = ann) => {
    const { body } = await client.get('/api/user/profile', accessToken).expect(200);
    return (body as { data: { user: User } }).data.user;
  };
  const emailOf = async (id = ann.user.id) => {
    const [row] = await app.database.query<{ email: string | null }>(
      'SELECT email FROM user_account WHERE id = $1',
      [id],
    );
    return row?.email;
  };
  const letHoursPass = (hours: number) =>
    app.database.query(
      `UPDATE email_reservation SET changed_at = changed_at - make_interval(hours => $1),
         expires_at = expires_at - make_interval(hours => $1)`,
      [hours],
    );

  it('refuses the code of a session that has ended, even before services know of its end', async () => {
    const code = await requestCode(newAddress());
    await app.database.query('UPDATE session SET revoked_at = now() WHERE user_id = $1', [
      ann.user.id,
    ]);
    await confirm(code).expect(401);
    expect(await emailOf()).toBe(ann.user.email);
  });

  it('takes effect with the code sent to the new address, and not before', async () => {
    const next = newAddress();
    const code = await requestCode(next);
    expect((await profile()).email).toBe(ann.user.email);
    const { body } = await confirm(code).expect(200);
    expect(body).toMatchObject({ data: { user: { email: next, is_verified: true } } });
    await published(app, 'security.audit.recorded.v1', {
      action: 'email.changed',
      actorId: ann.user.id,
    });
    await confirm('123456').expect(400);
  });

  it('signs out the other sessions', async () => {
    const other = await new Client(app).again(ann);
    await change();
    await waitFor(
      async () => (await client.get('/api/user/profile', other.accessToken)).status === 401,
    );
    await client.get('/api/user/profile', ann.accessToken).expect(200);
  });

  it('tells the former address, which can undo it once and ends all sessions and keys', async () => {
    const former = ann.user.email!;
    const key = { name: 'build-01', scopes: ['installs:read'], networks: [], expires_in_days: 30 };
    await client.post('/api/user/api-keys', key, ann.accessToken).expect(201);
    await change();
    const token = await undoTokenTo(former);
    await undo(token).expect(200);
    expect(await emailOf()).toBe(former);
    await waitFor(
      async () => (await client.get('/api/user/profile', ann.accessToken)).status === 401,
    );
    await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(401);
    await published(app, 'auth.access.revoked.v1', { userId: ann.user.id });
    const again = await undo(token).expect(400);
    expect(again.body).toMatchObject({ code: 'ACCOUNT_LINK_INVALID' });
  });

  it('undoes two changes by the link to the first address, and voids the second link', async () => {
    const first = ann.user.email!;
    const second = await change();
    await change();
    const [early, late] = [await undoTokenTo(first), await undoTokenTo(second)];
    await undo(early).expect(200);
    expect(await emailOf()).toBe(first);
    await undo(late).expect(400);
    expect(await emailOf()).toBe(first);
  });

  it('accepts one of ten parallel uses of an undo link', async () => {
    await change();
    const token = await undoTokenTo(ann.user.email!);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => new Client(app).post('/api/auth/email/undo', { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('cannot be undone after 72 hours', async () => {
    const next = await change();
    const token = await undoTokenTo(ann.user.email!);
    await letHoursPass(73);
    await undo(token).expect(400);
    expect(await emailOf()).toBe(next);
  });

  it('keeps the former address from other accounts for 72 hours', async () => {
    const former = ann.user.email!;
    const bob = await verified();
    await change();
    const refused = await confirm(await requestCode(former, bob), bob).expect(409);
    expect(refused.body).toMatchObject({ code: 'EMAIL_TAKEN' });

    // A new account cannot verify it either.
    const { length } = codesTo(former);
    const { body } = await client.register({ email: former });
    const { accessToken } = (body as { data: SignedInUser }).data;
    const code = await waitFor(() => codesTo(former)[length]);
    await client.post('/api/auth/verify-email', { code }, accessToken).expect(409);

    await letHoursPass(73);
    await confirm(await requestCode(former, bob), bob).expect(200);
  });

  it('lets the owner return to a reserved address', async () => {
    const former = ann.user.email!;
    await change();
    await change(former);
    expect(await emailOf()).toBe(former);
  });

  it('reserves no address that was never verified', async () => {
    const bob = await new Client(app).newUser();
    await change(newAddress(), bob);
    const rows = await app.database.query('SELECT 1 FROM email_reservation WHERE user_id = $1', [
      bob.user.id,
    ]);
    expect(rows).toHaveLength(0);
  });

  it('answers alike whether or not the address has an account, and sends that account no code', async () => {
    const bob = await verified();
    await waitFor(() => codesTo(bob.user.email!).length === 1);
    const unknown = await request(newAddress()).expect(200);
    const known = await request(bob.user.email!).expect(200);
    expect(known.body).toEqual(unknown.body);
    await waitFor(() =>
      app.mailbox.mails.some(
        ({ to, subject }) =>
          to?.[0]?.address === bob.user.email && subject?.startsWith('Someone tried'),
      ),
    );
    expect(codesTo(bob.user.email!)).toHaveLength(1);
  });

  it('cannot take an address that another account verifies while the code is on its way', async () => {
    const contested = newAddress();
    const code = await requestCode(contested);
    const bob = await verified();
    await app.database.query('UPDATE user_account SET email = $2 WHERE id = $1', [
      bob.user.id,
      contested,
    ]);
    await confirm(code).expect(409);
    expect(await emailOf()).toBe(ann.user.email);
  });

  it('allows five guesses per code, also in parallel', async () => {
    const next = newAddress();
    const code = await requestCode(next);
    const wrong = code === '000000' ? '111111' : '000000';
    await Promise.all(Array.from({ length: 5 }, () => confirm(wrong)));
    await confirm(code).expect(400);
    expect(await emailOf()).toBe(ann.user.email);
  });

  it('does not accept the code of another user', async () => {
    const bob = await verified();
    const [mine, theirs] = [newAddress(), newAddress()];
    const own = await requestCode(mine);
    const code = await requestCode(theirs, bob);
    if (code !== own) await confirm(code).expect(400);
    expect(await emailOf()).toBe(ann.user.email);
  });

  it('voids the code when another address is entered', async () => {
    const [first, second] = [newAddress(), newAddress()];
    const code = await requestCode(first);
    if (code !== (await requestCode(second))) await confirm(code).expect(400);
    expect(await emailOf()).toBe(ann.user.email);
  });

  it('voids reset links that were sent to the former address', async () => {
    const token = 'e'.repeat(43);
    await app.database.query(
      `INSERT INTO password_reset (user_id, token_hash, email, epoch, expires_at)
       SELECT id, sha256($2::bytea), email, epoch, now() + interval '15 min' FROM user_account WHERE id = $1`,
      [ann.user.id, token],
    );
    await client.get(`/api/auth/validate-reset-token/${token}`).expect(200);
    await change();
    await client.get(`/api/auth/validate-reset-token/${token}`).expect(400);
  });

  it('refuses the current address', async () => {
    const { body } = await request(ann.user.email!.toUpperCase()).expect(400);
    expect(body).toMatchObject({ details: [{ path: 'email' }] });
  });

  it('limits the addresses entered and the changes made per user', async () => {
    for (let n = 0; n < LIMITS.addEmail.burst; n += 1) await request(newAddress()).expect(200);
    await request(newAddress()).expect(429);
    const bob = await verified();
    for (let n = 0; n < LIMITS.emailChanges.burst; n += 1) await change(newAddress(), bob);
    const next = newAddress();
    await confirm(await requestCode(next, bob), bob).expect(429);
  });

  it('is erased with the account', async () => {
    await change();
    await request(newAddress()).expect(200);
    await client.delete('/api/user/account', ann.accessToken);
    await app.database.query('DELETE FROM user_account WHERE id = $1', [ann.user.id]);
    const rows = await app.database.query(
      `SELECT user_id FROM email_change WHERE user_id = $1
       UNION ALL SELECT user_id FROM email_reservation WHERE user_id = $1`,
      [ann.user.id],
    );
    expect(rows).toHaveLength(0);
  });
});
