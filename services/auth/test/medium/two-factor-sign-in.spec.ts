import * as argon2 from '@node-rs/argon2';
import type { LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import { hashToken } from '../../src/secret-hash.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { CHALLENGE_TRIES } from '../../src/sign-in/two-factor-sign-in.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, refreshCookieOf } from '../support/client.js';
import { published, signalled } from '../support/events.js';
import {
  codeOf,
  forgetLastCode,
  newTwoFactorAdministrator,
  wrongCode,
  type TwoFactorAdministrator,
} from '../support/two-factor.js';

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...real, verify: jest.fn(real.verify) };
});
const argonVerify = jest.mocked(argon2.verify);

describe('two-factor sign-in', () => {
  let app: AuthApp;
  let client: Client;
  let ann: TwoFactorAdministrator;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = new Client(app);
    ann = await newTwoFactorAdministrator(app);
  });

  const challenge = async (from = client): Promise<string> => {
    const { body } = await from.login(ann.user.username, ann.password);
    return (body as { data: { challengeId: string } }).data.challengeId;
  };
  const verify = (challengeId: string, code: string, from = client) =>
    from.post('/api/auth/2fa/verify', { challengeId, code });
  const noChallenge = { code: 'TWO_FACTOR_CHALLENGE_INVALID', message: 'No active 2FA challenge' };
  const refused = {
    code: 'TWO_FACTOR_CODE_INVALID',
    message: 'Invalid or expired code. Please try again.',
  };
  const letTimePass = (seconds: number) =>
    app.database.query(
      `UPDATE two_factor_challenge SET expires_at = expires_at - make_interval(secs => $1)`,
      [seconds],
    );

  describe('POST /auth/login', () => {
    it('§4 returns a challenge instead of a session, for one argon2 verification', async () => {
      argonVerify.mockClear();
      const answer = await client.login(ann.user.username, ann.password);
      expect(argonVerify).toHaveBeenCalledTimes(1);
      expect(answer.status).toBe(200);
      const { data } = answer.body as { data: LoginResponse };
      expect(data).toEqual({
        twoFactorRequired: true,
        challengeId: expect.stringMatching(/^[\w-]{43}$/) as string,
      });
      expect(refreshCookieOf(answer)).toBe('');
    });

    it('requires the code after a password reset too', async () => {
      const token = 'r'.repeat(43);
      await app.database.query(
        `INSERT INTO password_reset (user_id, token_hash, email, epoch, expires_at)
         SELECT id, $2, email, epoch, now() + interval '15 minutes' FROM user_account WHERE id = $1`,
        [ann.user.id, hashToken(token)],
      );
      const passwords = { newPassword: 'Another-1!', confirmPassword: 'Another-1!' };
      const code = await codeOf(ann.secret);
      const reset = await client.post('/api/auth/reset-password', { token, ...passwords, code });
      expect(reset.body).toMatchObject({ success: true, data: null });
      expect(refreshCookieOf(reset)).toBe('');
      const { body } = await client.login(ann.user.username, 'Another-1!');
      expect(body).toMatchObject({ data: { twoFactorRequired: true } });
    });

    it('does not reveal two-factor without the right password', async () => {
      expect((await client.login(ann.user.username, 'Wrong-pass-1!')).status).toBe(401);
    });

    it('throttles challenges per account and address without locking out other addresses', async () => {
      for (let i = 0; i < LIMITS.twoFactorChallenges.burst; i++) await challenge();
      expect((await client.login(ann.user.username, ann.password)).status).toBe(429);
      expect(await challenge(new Client(app))).toBeDefined();
    });
  });

  describe('POST /auth/2fa/verify', () => {
    it('§7 returns the session and the user', async () => {
      const answer = await verify(await challenge(), await codeOf(ann.secret)).expect(200);
      const { data } = answer.body as { data: Required<LoginResponse> };
      expect(data).toEqual({
        twoFactorRequired: false,
        requiresEmail: false,
        user: ann.user,
        accessToken: expect.any(String) as string,
      });
      expect(refreshCookieOf(answer)).toMatch(/HttpOnly; Secure; SameSite=Strict$/);
      await client.get('/api/admin/2fa/status', data.accessToken).expect(200);
      await published(app, 'security.audit.recorded.v1', {
        action: 'two_factor.passed',
        target: `user:${ann.user.id}`,
        actorId: ann.user.id,
        actorRole: 'administrator',
      });
    });

    it.each([
      [{ code: '12345' }, refused.message],
      [{ code: '1234567' }, refused.message],
      [{ code: '12345a' }, refused.message],
      [{ challengeId: '', code: '123456' }, noChallenge.message],
    ])('§5 rejects %j', async (fields, message) => {
      const { body } = await client
        .post('/api/auth/2fa/verify', { challengeId: 'x'.repeat(43), ...fields })
        .expect(400);
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message });
    });

    it('§5 rejects a code without an active challenge', async () => {
      const { body } = await verify('A'.repeat(43), await codeOf(ann.secret)).expect(400);
      expect(body).toMatchObject(noChallenge);
    });

    it('§5 rejects a challenge once the account is being deleted', async () => {
      const challengeId = await challenge();
      await app.database.query('UPDATE user_account SET deleting_since = now() WHERE id = $1', [
        ann.user.id,
      ]);
      const { body } = await verify(challengeId, await codeOf(ann.secret)).expect(400);
      expect(body).toMatchObject(noChallenge);
    });

    it('§8 rejects a wrong code with a security signal and an audit entry', async () => {
      const { body } = await verify(await challenge(), await wrongCode(ann.secret)).expect(400);
      expect(body).toMatchObject(refused);
      await signalled(app, {
        kind: 'two_factor_failed',
        ip: client.address,
        userId: ann.user.id,
      });
      await published(app, 'security.audit.recorded.v1', {
        action: 'two_factor.refused',
        target: `user:${ann.user.id}`,
        actorRole: 'visitor',
      });
    });

    it('accepts a code once over all challenges', async () => {
      const code = await codeOf(ann.secret);
      await verify(await challenge(), code).expect(200);
      const { body } = await verify(await challenge(), code).expect(400);
      expect(body).toMatchObject(refused);
    });

    it('rejects codes of earlier steps than the last accepted one', async () => {
      await verify(await challenge(), await codeOf(ann.secret, 1)).expect(200);
      await verify(await challenge(), await codeOf(ann.secret)).expect(400);
    });

    it('accepts one of 20 parallel uses of a code', async () => {
      const ids: string[] = [];
      while (ids.length < 20) ids.push(await challenge(new Client(app)));
      const code = await codeOf(ann.secret);
      const answers = await Promise.all(ids.map((id) => verify(id, code)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array<number>(19).fill(400)]);
    });

    it('accepts a challenge once', async () => {
      const id = await challenge();
      await verify(id, await codeOf(ann.secret)).expect(200);
      await forgetLastCode(app, ann.user.id);
      const { body } = await verify(id, await codeOf(ann.secret)).expect(400);
      expect(body).toMatchObject(noChallenge);
    });

    it('rejects a challenge after exactly 5 minutes', async () => {
      const first = await challenge();
      await letTimePass(5 * 60 - 10);
      await verify(first, await codeOf(ann.secret)).expect(200);
      await forgetLastCode(app, ann.user.id);
      const second = await challenge();
      await letTimePass(5 * 60);
      const { body } = await verify(second, await codeOf(ann.secret)).expect(400);
      expect(body).toMatchObject(noChallenge);
    });

    it('rejects even the right code after five wrong ones', async () => {
      const id = await challenge();
      const wrong = await wrongCode(ann.secret);
      for (let i = 0; i < CHALLENGE_TRIES; i++) {
        expect((await verify(id, wrong).expect(400)).body).toMatchObject(refused);
      }
      const { body } = await verify(id, await codeOf(ann.secret)).expect(400);
      expect(body).toMatchObject(noChallenge);
    });

    it('evaluates no more than the allowed tries of 1,000 guesses', async () => {
      const ids: string[] = [];
      while (ids.length < LIMITS.twoFactorChallenges.burst) ids.push(await challenge());
      const wrong = await wrongCode(ann.secret);
      const counts = { looked: 0, ended: 0 };
      for (let batch = 0; batch < 20; batch++) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, i) => verify(ids[i % ids.length], wrong)),
        );
        for (const { body } of answers) {
          const { code } = body as { code: string };
          counts[code === refused.code ? 'looked' : 'ended'] += 1;
        }
      }
      expect(counts).toEqual({ looked: CHALLENGE_TRIES * ids.length, ended: 1_000 - 25 });
      expect((await client.login(ann.user.username, ann.password)).status).toBe(429);
    });

    it("throttles one account's codes over all addresses until the password changes", async () => {
      const wrong = await wrongCode(ann.secret);
      const statuses: number[] = [];
      for (let i = 0; i <= LIMITS.twoFactorCodes.burst / CHALLENGE_TRIES; i++) {
        const from = new Client(app);
        const id = await challenge(from);
        for (let n = 0; n < CHALLENGE_TRIES; n++) statuses.push((await verify(id, wrong)).status);
      }
      expect(statuses.filter((status) => status === 400)).toHaveLength(LIMITS.twoFactorCodes.burst);
      expect(statuses.at(-1)).toBe(429);

      const { body } = await client
        .post(
          '/api/user/update-password',
          { currentPassword: ann.password, newPassword: 'Another-1!' },
          ann.accessToken,
        )
        .expect(200);
      expect(body).toBeDefined();
      ann = { ...ann, password: 'Another-1!' };
      await verify(await challenge(new Client(app)), await codeOf(ann.secret)).expect(200);
    });

    it('rejects a challenge if the password has changed since', async () => {
      const id = await challenge();
      await client
        .post(
          '/api/user/update-password',
          { currentPassword: ann.password, newPassword: 'Another-1!' },
          ann.accessToken,
        )
        .expect(200);
      const { body } = await verify(id, await codeOf(ann.secret)).expect(400);
      expect(body).toMatchObject(noChallenge);
    });

    it('begins no session for a foreign origin', async () => {
      await verify(await challenge(), await codeOf(ann.secret))
        .set('Origin', 'https://evil.test')
        .expect(403);
    });

    it('stores the secret sealed and the challenge hashed', async () => {
      const id = await challenge();
      const rows = await app.database.query(
        'SELECT f.*, c.* FROM two_factor f JOIN two_factor_challenge c USING (user_id)',
      );
      const text = JSON.stringify(rows);
      expect(text).not.toContain(ann.secret);
      expect(text).not.toContain(id);
    });
  });

  describe('recovery codes', () => {
    it('sign in once each, in any spelling', async () => {
      expect(ann.recoveryCodes).toHaveLength(10);
      expect(new Set(ann.recoveryCodes).size).toBe(10);
      const [first = '', second = ''] = ann.recoveryCodes;
      await verify(await challenge(), first).expect(200);
      await verify(await challenge(), first).expect(400);
      await verify(await challenge(), second.toUpperCase().replaceAll('-', '')).expect(200);
      await published(app, 'security.audit.recorded.v1', {
        action: 'recovery_code.used',
        target: `user:${ann.user.id}`,
      });
    });

    it('accept one of 10 parallel uses', async () => {
      const [code = ''] = ann.recoveryCodes;
      const ids = await Promise.all(Array.from({ length: 10 }, () => challenge(new Client(app))));
      const answers = await Promise.all(ids.map((id) => verify(id, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('work only for their owner and are stored hashed', async () => {
      const other = await newTwoFactorAdministrator(app);
      await verify(await challenge(), other.recoveryCodes[0] ?? '').expect(400);
      const rows = await app.database.query<{ code_hash: Buffer }>(
        'SELECT code_hash FROM recovery_code',
      );
      expect(rows.every(({ code_hash: hash }) => hash.length === 32)).toBe(true);
    });
  });
});
