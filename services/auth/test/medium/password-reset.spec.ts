import * as argon2 from '@node-rs/argon2';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { ResetTokenResponse } from '@casement/proto/http/auth/passwords.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, PUBLIC_URL, type AuthApp } from '../support/auth-app.js';
import { Client, randomUsername, type SignedInUser } from '../support/client.js';
import { published, signalled } from '../support/events.js';
import {
  codeOf,
  newTwoFactorAdministrator,
  wrongCode,
  type TwoFactorAdministrator,
} from '../support/two-factor.js';
import { statementsOf } from '../support/statements.js';

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...real, hash: jest.fn(real.hash) };
});
const argonHash = jest.mocked(argon2.hash);

const SENT = 'If an account with that email exists, password reset instructions have been sent.';
const NEW_PASSWORD = 'Another-1!';
const invalid = {
  code: 'RESET_LINK_INVALID',
  message: 'This password reset link is invalid or has expired.',
};

describe('password reset', () => {
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

  const forgot = async (email: unknown = ann.user.email, from = client) =>
    from.post('/api/auth/forgot-password', { email, ...(await from.captcha()) });
  const resetMails = (user = ann) =>
    app.mailbox.mails.filter(
      ({ to, subject }) => to?.[0]?.address === user.user.email && subject?.startsWith('Reset'),
    );
  const linkFor = async (user = ann): Promise<URL> => {
    const before = resetMails(user).length;
    expect((await forgot(user.user.email, new Client(app))).status).toBe(200);
    const mail = await waitFor(() => resetMails(user)[before]);
    return new URL(/https:\S+/.exec(mail.text ?? '')?.[0] ?? '');
  };
  const tokenFor = async (user = ann) => (await linkFor(user)).searchParams.get('token') ?? '';
  /** Returns the statements of the request itself. */
  const workOf = async (email: string | null): Promise<string[]> => {
    const from = new Client(app);
    const captcha = await from.captcha();
    return statementsOf(from, () =>
      from.post('/api/auth/forgot-password', { email, ...captcha }).expect(200),
    );
  };
  const validate = (token: string) => client.get(`/api/auth/validate-reset-token/${token}`);
  const reset = (token: string, newPassword = NEW_PASSWORD, more: object = {}) =>
    client.post('/api/auth/reset-password', {
      token,
      newPassword,
      confirmPassword: newPassword,
      ...more,
    });
  const logsIn = async (password: string, { user } = ann) =>
    (await new Client(app).login(user.username, password)).status === 200;
  const letTimePass = (seconds: number, { user } = ann) =>
    app.database.query(
      `UPDATE password_reset SET expires_at = expires_at - make_interval(secs => $1)
       WHERE user_id = $2`,
      [seconds, user.id],
    );

  describe('POST /auth/forgot-password', () => {
    it('§8 responds byte for byte the same for existing and unknown accounts', async () => {
      const known = await forgot();
      const unknown = await forgot(`${randomUsername()}@example.test`);
      const shape = ({ status, body, headers }: typeof known) => ({
        status,
        body: body as object,
        headers: Object.keys(headers).sort(),
      });
      expect(known.body).toEqual({ success: true, message: SENT, data: null });
      expect(shape(unknown)).toEqual(shape(known));
    });

    it('runs the same statements for existing and unknown accounts', async () => {
      const knownWork = await workOf(ann.user.email);
      const unknownWork = await workOf(`${randomUsername()}@example.test`);
      expect(knownWork.length).toBeGreaterThan(3);
      expect(unknownWork).toEqual(knownWork);
      expect(knownWork.filter((sql) => sql.includes('user_account'))).toEqual([]);
    });

    it.each(['', 'ann', 'ann@', null])('§5 rejects the address %j', async (email) => {
      const { status, body } = await forgot(email);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message: 'Invalid email address' });
    });

    it('requires a CAPTCHA, which is accepted once', async () => {
      const captcha = await client.captcha();
      const ask = (answer: object) =>
        client.post('/api/auth/forgot-password', { email: ann.user.email, ...answer });
      await ask(captcha).expect(200);
      const { body } = await ask(captcha).expect(400);
      expect(body).toMatchObject({ code: 'CAPTCHA_INVALID' });
      await ask({}).expect(400);
    });

    it('finds the address ignoring case', async () => {
      await forgot(ann.user.email?.toUpperCase());
      await waitFor(() => resetMails().length === 1);
    });

    it('sends no mail for legacy users without an address or for unknown addresses', async () => {
      await app.database.query('UPDATE user_account SET email = NULL WHERE id = $1', [ann.user.id]);
      const bob = await new Client(app).newUser();
      const sent = async () =>
        (await app.database.query(`SELECT 1 FROM outgoing_mail WHERE kind = 'password-reset'`))
          .length;
      const before = await sent();
      await forgot(ann.user.email);
      await forgot(`${randomUsername()}@example.test`);
      // Events of the consumer are processed in order, so bob's mail shows that the others have been handled.
      await linkFor(bob);
      expect(await sent()).toBe(before + 1);
      expect(resetMails()).toHaveLength(0);
    });

    it('is throttled per account and address, for unknown accounts alike', async () => {
      for (const email of [ann.user.email, `${randomUsername()}@example.test`]) {
        const from = new Client(app);
        for (let i = 0; i < LIMITS.forgotByAccount.burst; i++) {
          expect((await forgot(email, from)).status).toBe(200);
        }
        const { status, body } = await forgot(email, from);
        expect(status).toBe(429);
        expect(body).toMatchObject({ code: 'RATE_LIMITED' });
        expect((await forgot(email, new Client(app))).status).toBe(200);
      }
    });

    it('is throttled per address over all accounts', async () => {
      const statuses: number[] = [];
      for (let i = 0; i <= LIMITS.forgotByAddress.burst; i++) {
        statuses.push((await forgot(`${randomUsername()}@example.test`)).status);
      }
      expect(statuses.at(-1)).toBe(429);
    });

    it('does not flood a mailbox from many addresses, and the last link stays valid', async () => {
      const { burst } = LIMITS.resetMails;
      for (let i = 0; i < burst; i++) await linkFor();
      const last = new URL(/https:\S+/.exec(resetMails().at(-1)?.text ?? '')?.[0] ?? '');
      for (let i = 0; i < 3; i++)
        expect((await forgot(undefined, new Client(app))).status).toBe(200);
      await linkFor(await new Client(app).newUser());
      expect(resetMails()).toHaveLength(burst);
      await validate(last.searchParams.get('token') ?? '').expect(200);
    });

    it('builds the link from PUBLIC_URL, never from the Host header', async () => {
      await client
        .post('/api/auth/forgot-password', { email: ann.user.email, ...(await client.captcha()) })
        .set('Host', 'evil.test')
        .set('X-Forwarded-Host', 'evil.test')
        .expect(200);
      const mail = await waitFor(() => resetMails()[0]);
      expect(mail.text).toContain(`${PUBLIC_URL}/reset-password?token=`);
      expect(`${mail.text}${mail.html}`).not.toContain('evil.test');
    });

    it('stores token and address neither in the database nor in events', async () => {
      const token = await tokenFor();
      const stored = JSON.stringify(
        await app.database.query(
          'SELECT r.token_hash, m.sealed FROM password_reset r, outgoing_mail m',
        ),
      );
      expect(stored).not.toContain(token);
      const events = await app.nats.events('auth.password-reset.requested.v1');
      expect(events.length).toBeGreaterThan(0);
      expect(JSON.stringify(events)).not.toContain('@example.test');
    });
  });

  describe('GET /auth/validate-reset-token/{token}', () => {
    it('§3 returns username and email, also repeatedly', async () => {
      const token = await tokenFor();
      for (let i = 0; i < 3; i++) {
        const { body } = await validate(token).expect(200);
        expect((body as { data: ResetTokenResponse }).data).toEqual({
          username: ann.user.username,
          email: ann.user.email,
        });
      }
    });

    it.each(['A'.repeat(43), 'x', '%00', encodeURIComponent("' OR 1=1 --")])(
      '§8 rejects %s',
      async (token) => {
        const { body } = await validate(token).expect(400);
        expect(body).toMatchObject(invalid);
      },
    );
  });

  describe('POST /auth/reset-password', () => {
    it('§4 sets the password with a mail to the owner and an audit entry', async () => {
      await reset(await tokenFor()).expect(200);
      expect(await logsIn(NEW_PASSWORD)).toBe(true);
      expect(await logsIn(ann.password)).toBe(false);
      const mail = await waitFor(() =>
        app.mailbox.mails.find(
          ({ to, subject }) =>
            to?.[0]?.address === ann.user.email && subject === 'Your Casement password was changed',
        ),
      );
      expect(mail.text).not.toContain(NEW_PASSWORD);
      await published(app, 'security.audit.recorded.v1', {
        action: 'password.reset',
        target: `user:${ann.user.id}`,
        actorRole: 'visitor',
      });
    });

    it.each([
      ['Short-1', 'Password must be at least 8 characters'],
      ['lowercase-1!', 'Password must contain uppercase, lowercase, number, and special character'],
      ['Nodigits!', 'Password must contain uppercase, lowercase, number, and special character'],
      ['Nospecial1', 'Password must contain uppercase, lowercase, number, and special character'],
    ])('§5 rejects %s, and the link stays valid', async (password, message) => {
      const token = await tokenFor();
      const { body } = await reset(token, password).expect(400);
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message });
      await validate(token).expect(200);
    });

    it("§5 rejects passwords that don't match", async () => {
      const { body } = await client
        .post('/api/auth/reset-password', {
          token: 'x',
          newPassword: NEW_PASSWORD,
          confirmPassword: `${NEW_PASSWORD}x`,
        })
        .expect(400);
      expect(body).toMatchObject({ message: "Passwords don't match" });
    });

    it('§9 accepts a link once', async () => {
      const token = await tokenFor();
      await reset(token).expect(200);
      expect((await reset(token, 'Again-123!').expect(400)).body).toMatchObject(invalid);
      expect((await validate(token).expect(400)).body).toMatchObject(invalid);
      await signalled(app, { kind: 'token_refused', ip: client.address });
      expect(await logsIn(NEW_PASSWORD)).toBe(true);
    });

    it('accepts one of 20 parallel uses of a link', async () => {
      const token = await tokenFor();
      const passwords = Array.from({ length: 20 }, (_, i) => `Parallel-${i}!`);
      const answers = await Promise.all(passwords.map((password) => reset(token, password)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(await logsIn(passwords[winner] ?? '')).toBe(true);
    });

    it('§9 rejects a link after exactly 15 minutes', async () => {
      const first = await tokenFor();
      await letTimePass(15 * 60 - 10);
      await validate(first).expect(200);
      await reset(first).expect(200);
      const second = await tokenFor();
      await letTimePass(15 * 60);
      expect((await validate(second).expect(400)).body).toMatchObject(invalid);
      expect((await reset(second).expect(400)).body).toMatchObject(invalid);
    });

    it('rejects a link once a newer one was sent', async () => {
      const [older, newer] = [await tokenFor(), await tokenFor()];
      await reset(older).expect(400);
      await reset(newer).expect(200);
    });

    it('rejects a link after a change of password or address', async () => {
      const token = await tokenFor();
      await client
        .post(
          '/api/user/update-password',
          { currentPassword: ann.password, newPassword: 'Changed-1!' },
          ann.accessToken,
        )
        .expect(200);
      await reset(token).expect(400);

      const bob = await new Client(app).newUser();
      const link = await tokenFor(bob);
      await app.database.query(`UPDATE user_account SET email = 'moved-' || email WHERE id = $1`, [
        bob.user.id,
      ]);
      await reset(link).expect(400);
    });

    it("resets only its own account and keeps other users' sessions", async () => {
      const bob = await new Client(app).newUser();
      await reset(await tokenFor()).expect(200);
      expect(await logsIn(bob.password, bob)).toBe(true);
      await new Client(app).get('/api/user/profile', bob.accessToken).expect(200);
    });

    it('ends every session of the account in every service', async () => {
      await reset(await tokenFor()).expect(200);
      await published(app, 'auth.session.revoked.v1', {
        userId: ann.user.id,
        sessionId: '',
        epoch: 2,
      });
      await waitFor(
        async () => (await client.get('/api/user/profile', ann.accessToken)).status === 401,
      );
      await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(401);
    });

    describe('access that outlives a session', () => {
      const scopes = ['installs:read'];
      const keys = async () => {
        const key = { name: 'k', scopes, networks: [], expires_in_days: 1 };
        await client.post('/api/user/api-keys', key, ann.accessToken).expect(201);
        return async () => {
          const [{ count }] = await app.database.query<{ count: number }>(
            `SELECT count(*)::int AS count FROM api_key WHERE user_id = $1 AND revoked_at IS NULL`,
            [ann.user.id],
          );
          return count;
        };
      };
      const revoked = async () =>
        (await app.nats.events('auth.access.revoked.v1')).some(
          ({ payload }) => payload.userId === ann.user.id,
        );

      it.each([undefined, true])('ends with revokeAccess %s', async (revokeAccess) => {
        const count = await keys();
        await reset(await tokenFor(), NEW_PASSWORD, { revokeAccess }).expect(200);
        expect(await count()).toBe(0);
        await waitFor(revoked);
      });

      it('stays with revokeAccess false, while sessions end', async () => {
        const count = await keys();
        await reset(await tokenFor(), NEW_PASSWORD, { revokeAccess: false }).expect(200);
        expect(await count()).toBe(1);
        await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(401);
        expect(await revoked()).toBe(false);
      });
    });

    describe('for an account with two-factor', () => {
      let eve: TwoFactorAdministrator;
      beforeEach(async () => {
        eve = await newTwoFactorAdministrator(app);
      });
      const isEnabled = async () =>
        (await app.database.query('SELECT 1 FROM two_factor WHERE user_id = $1', [eve.user.id]))
          .length === 1;

      it('asks for a code and keeps the link until the code is correct', async () => {
        const token = await tokenFor(eve);
        expect((await validate(token).expect(200)).body).toMatchObject({
          data: { twoFactor: true },
        });
        const without = await reset(token).expect(400);
        expect(without.body).toMatchObject({ details: [{ path: 'code' }] });
        const code = await wrongCode(eve.secret);
        const wrong = await reset(token, NEW_PASSWORD, { code }).expect(400);
        expect(wrong.body).toMatchObject({ code: 'TWO_FACTOR_CODE_INVALID' });
        expect(await logsIn(eve.password, eve)).toBe(true);
        await reset(token, NEW_PASSWORD, { code: await codeOf(eve.secret) }).expect(200);
        expect(await logsIn(NEW_PASSWORD, eve)).toBe(true);
        expect(await isEnabled()).toBe(true);
      });

      it('accepts a recovery code once', async () => {
        const [code] = eve.recoveryCodes;
        await reset(await tokenFor(eve), NEW_PASSWORD, { code }).expect(200);
        const again = await reset(await tokenFor(eve), 'Another-2!', { code }).expect(400);
        expect(again.body).toMatchObject({ code: 'TWO_FACTOR_CODE_INVALID' });
      });

      it('limits the codes that are tried', async () => {
        const token = await tokenFor(eve);
        const code = await wrongCode(eve.secret);
        const { burst } = LIMITS.resetCodes;
        for (let n = 0; n < burst; n += 1) {
          await reset(token, NEW_PASSWORD, { code }).expect(400);
        }
        await reset(token, NEW_PASSWORD, { code }).expect(429);
      });
    });

    it('computes no password hash for a made-up link and one for a real link', async () => {
      const token = await tokenFor();
      argonHash.mockClear();
      const { body } = await reset('A'.repeat(43)).expect(400);
      expect(body).toMatchObject(invalid);
      expect(argonHash).not.toHaveBeenCalled();
      await reset(token).expect(200);
      expect(argonHash).toHaveBeenCalledTimes(1);
    });
  });
});
