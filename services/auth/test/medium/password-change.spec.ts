import * as argon2 from '@node-rs/argon2';
import { decodeJwt } from 'jose';
import { Database } from '@casement/common/data/database/database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, refreshTokenOf, type SignedInUser } from '../support/client.js';
import { published, signalled } from '../support/events.js';

const NEW_PASSWORD = 'sixsix';

describe('POST /user/update-password', () => {
  let app: AuthApp;
  let client: Client;
  let ann: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = new Client(app);
    ann = await client.newUser();
  });

  const update = (currentPassword: string, newPassword = NEW_PASSWORD, user = ann) =>
    client.post('/api/user/update-password', { currentPassword, newPassword }, user.accessToken);
  const logsIn = async (password: string) =>
    (await new Client(app).login(ann.user.username, password)).status === 200;
  const wrong = {
    code: 'WRONG_PASSWORD',
    message: 'Your current password is incorrect. Your password was not changed.',
  };

  it('§7 changes the password with a mail to the owner and an audit entry', async () => {
    await update(ann.password).expect(200);
    expect(await logsIn(NEW_PASSWORD)).toBe(true);
    expect(await logsIn(ann.password)).toBe(false);
    const mail = await waitFor(() =>
      app.mailbox.mails.find(
        ({ to, subject }) =>
          to?.[0]?.address === ann.user.email && subject === 'Your Casement password was changed',
      ),
    );
    expect(mail.text).toContain('https://casement.example/forgot-password');
    await published(app, 'security.audit.recorded.v1', {
      action: 'password.changed',
      actorId: ann.user.id,
      target: `user:${ann.user.id}`,
    });
  });

  it('refuses the 11th new password in a row, each of which mails the owner', async () => {
    let { accessToken } = ann;
    let current = ann.password;
    for (let n = 1; n <= 10; n++) {
      const next = `${NEW_PASSWORD}${n}`;
      const body = { currentPassword: current, newPassword: next };
      const answer = await client.post('/api/user/update-password', body, accessToken).expect(200);
      ({ accessToken } = (answer.body as { data: { accessToken: string } }).data);
      current = next;
    }
    const body = { currentPassword: current, newPassword: NEW_PASSWORD };
    const refused = await client.post('/api/user/update-password', body, accessToken).expect(429);
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await logsIn(current)).toBe(true);
  });

  it('issues a new session and ends all others in every service', async () => {
    const elsewhere = await new Client(app).login(ann.user.username, ann.password);
    const answer = await update(ann.password).expect(200);
    const { accessToken } = (answer.body as { data: { accessToken: string } }).data;
    expect(decodeJwt(accessToken)['sid']).not.toBe(decodeJwt(ann.accessToken)['sid']);

    await client.postWithCookie('/api/auth/refresh', refreshTokenOf(elsewhere)).expect(401);
    await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(401);
    const others = (elsewhere.body as { data: { accessToken: string } }).data;
    for (const ended of [others.accessToken, ann.accessToken]) {
      await waitFor(async () => (await client.get('/api/user/profile', ended)).status === 401);
    }
    await client.get('/api/user/profile', accessToken).expect(200);
    await client.postWithCookie('/api/auth/refresh', refreshTokenOf(answer)).expect(200);
  });

  it('§8 rejects a wrong current password, changes nothing and signals it to security', async () => {
    const { body } = await update('Wrong-pass-1!').expect(400);
    expect(body).toMatchObject(wrong);
    expect(await logsIn(ann.password)).toBe(true);
    await client.get('/api/user/profile', ann.accessToken).expect(200);
    await signalled(app, {
      kind: 'password_change_failed',
      userId: ann.user.id,
      ip: client.address,
    });
  });

  it.each([
    ['', NEW_PASSWORD, 'Current password is required'],
    ['Secret-1!', '12345', 'Password must be at least 6 characters long.'],
    ['Secret-1!', '', 'Password must be at least 6 characters long.'],
  ])('§5 rejects %j → %j', async (current, next, message) => {
    const { body } = await update(current, next).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  it('evaluates only the burst of parallel guesses', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => update('Wrong-pass-1!')));
    const { burst } = LIMITS.passwordChange;
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(burst);
    await update(ann.password).expect(429);
    // Sign-ins and other users are not affected.
    expect(await logsIn(ann.password)).toBe(true);
    const bob = await new Client(app).newUser();
    await update(bob.password, NEW_PASSWORD, bob).expect(200);
  });

  it('accepts one of several parallel changes', async () => {
    const passwords = ['First-1!', 'Second-1!', 'Third-1!'];
    const answers = await Promise.all(passwords.map((next) => update(ann.password, next)));
    const winners = answers.flatMap(({ status }, i) => (status === 200 ? [passwords[i]] : []));
    expect(winners).toHaveLength(1);
    expect(await logsIn(winners[0] ?? '')).toBe(true);
    const live = await app.database.query(
      'SELECT 1 FROM session WHERE user_id = $1 AND revoked_at IS NULL',
      [ann.user.id],
    );
    // The new session of the successful change, and the session of the sign-in above.
    expect(live).toHaveLength(2);
  });

  it('issues no session to a pending sign-in with the old password', async () => {
    const { query } = app.database;
    await query('BEGIN');
    await query('SELECT 1 FROM user_account WHERE id = $1 FOR UPDATE', [ann.user.id]);
    const racing = new Client(app).login(ann.user.username, ann.password);
    await waitFor(async () => {
      const waiting = await app.get(Database).query(
        `SELECT 1 FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    await query('UPDATE user_account SET password_hash = $2, epoch = epoch + 1 WHERE id = $1', [
      ann.user.id,
      await argon2.hash('Another-1!'),
    ]);
    await query('COMMIT');
    expect((await racing).status).toBe(401);
  });

  it('changes a legacy user’s password without a mail if there is no address', async () => {
    await app.database.query('UPDATE user_account SET email = NULL WHERE id = $1', [ann.user.id]);
    await update(ann.password).expect(200);
    expect(await logsIn(NEW_PASSWORD)).toBe(true);
  });

  it('requires a sign-in', async () => {
    await client
      .post('/api/user/update-password', { currentPassword: 'x', newPassword: NEW_PASSWORD })
      .expect(401);
  });
});
