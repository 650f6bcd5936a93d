import * as argon2 from '@node-rs/argon2';
import { hashSync } from 'bcryptjs';
import type { LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import {
  Client,
  PASSWORD,
  refreshCookieOf,
  randomUsername,
  type SignedInUser,
  cookieWith,
} from '../support/client.js';
import { signalled } from '../support/events.js';

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...real, verify: jest.fn(real.verify) };
});
const verify = jest.mocked(argon2.verify);

describe('POST /auth/login', () => {
  let app: AuthApp;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());

  it.each([
    [{ username: '', password: 'x' }, 'Username or email is required'],
    [{ username: '   ', password: 'x' }, 'Username or email is required'],
    [{ username: 'ann', password: '' }, 'Password is required'],
    [
      { username: 'ann', password: 'x', captchaAnswer: '' },
      'CAPTCHA Required: Please complete the CAPTCHA verification.',
    ],
  ])('§5 rejects %j', async (fields, message) => {
    const client = new Client(app);
    const { body } = await client
      .post('/api/auth/login', { ...(await client.captcha()), ...fields })
      .expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  it.each([
    ['the username', (u: { username: string }) => u.username],
    ['the username in capitals', (u: { username: string }) => u.username.toUpperCase()],
    ['the e-mail address', (u: { email: string }) => u.email],
    ['the e-mail address in capitals', (u: { email: string }) => u.email.toUpperCase()],
  ])('§2 accepts a sign-in by %s', async (_, login) => {
    const { user, password } = await new Client(app).newUser();
    const client = new Client(app);
    const answer = await client.login(
      login({ username: user.username, email: user.email ?? '' }),
      password,
    );
    expect(answer.status).toBe(200);
    const { data } = answer.body as { data: LoginResponse };
    expect(data).toEqual({
      twoFactorRequired: false,
      requiresEmail: false,
      user,
      accessToken: expect.any(String) as string,
    });
    expect(refreshCookieOf(answer)).toMatch(/HttpOnly; Secure; SameSite=Strict$/);
    await client.get('/api/user/profile', data.accessToken).expect(200);
  });

  it('§3 shows that a legacy user has to add an address', async () => {
    const { user, password } = await new Client(app).newUser();
    await app.database.query(`UPDATE user_account SET email = NULL WHERE id = $1`, [user.id]);
    const { body } = await new Client(app).login(user.username, password);
    const { data } = body as { data: LoginResponse };
    expect(data).toMatchObject({ requiresEmail: true, user: { email: null } });
    expect(data.accessToken).toBeDefined();
  });

  it.each(['https://evil.test', 'null'])(
    'begins no session for a page of %s, which could plant its own',
    async (origin) => {
      const { user, password } = await new Client(app).newUser();
      const client = new Client(app);
      const login = { username: user.username, password, ...(await client.captcha()) };
      const answer = await client.post('/api/auth/login', login).set('Origin', origin).expect(403);
      expect(answer.headers['set-cookie']).toBeUndefined();
      await client.post('/api/auth/register', login).set('Origin', origin).expect(403);
    },
  );

  it("does not let another site's page use up its visitors’ CAPTCHAs", async () => {
    const client = new Client(app);
    const { body } = await client
      .get('/api/auth/captcha')
      .set('Sec-Fetch-Site', 'cross-site')
      .expect(403);
    expect(body).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('accepts programs, which send no Origin', async () => {
    const { user, password } = await new Client(app).newUser();
    const captcha = await new Client(app).captcha();
    await app.http
      .post('/api/auth/login')
      .send({ username: user.username, password, ...captcha })
      .expect(200);
  });

  it('begins a new session on each sign-in', async () => {
    const { user, password } = await new Client(app).newUser();
    await new Client(app).login(user.username, password);
    await new Client(app).login(user.username, password);
    const sessions = await app.database.query('SELECT id FROM session WHERE user_id = $1', [
      user.id,
    ]);
    expect(sessions).toHaveLength(3);
  });

  it('signals a success with its factors to security', async () => {
    const { user, password } = await new Client(app).newUser();
    const client = new Client(app);
    await client.login(user.username, password);
    const signal = await signalled(app, { kind: 'login_succeeded', ip: client.address });
    expect(signal).toMatchObject({ userId: user.id, detail: 'password only' });
  });

  it('ends the session whose cookie it replaces, and no other', async () => {
    const client = new Client(app);
    const ann = await client.newUser();
    const elsewhere = await client.again(ann);
    const credentials = { username: ann.user.username, password: ann.password };
    const body = { ...credentials, ...(await client.captcha()) };
    await client
      .post('/api/auth/login', { ...body, password: 'Wrong-1!' })
      .set('Cookie', cookieWith(ann.refreshToken))
      .expect(401);
    await client
      .post('/api/auth/login', { ...credentials, ...(await client.captcha()) })
      .set('Cookie', cookieWith(ann.refreshToken))
      .expect(200);
    await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(401);
    await client.postWithCookie('/api/auth/refresh', elsewhere.refreshToken).expect(200);
  });

  describe('with a legacy password hash', () => {
    const hashOf = async ({ user }: SignedInUser) => {
      const [row] = await app.database.query<{ password_hash: string; epoch: number }>(
        'SELECT password_hash, epoch FROM user_account WHERE id = $1',
        [user.id],
      );
      return row;
    };
    const legacyUser = async (passwordHash: string) => {
      const ann = await new Client(app).newUser();
      await app.database.query('UPDATE user_account SET password_hash = $2 WHERE id = $1', [
        ann.user.id,
        passwordHash,
      ]);
      return ann;
    };

    it.each(['2a', '2b', '2y'])(
      'accepts $%s$ bcrypt and replaces it with argon2id',
      async (kind) => {
        const ann = await legacyUser(hashSync(PASSWORD, 4).replace(/^\$2\w\$/, `$${kind}$`));
        verify.mockClear();
        expect((await new Client(app).login(ann.user.username, PASSWORD)).status).toBe(200);
        expect(verify).toHaveBeenCalledTimes(1);
        const stored = await hashOf(ann);
        // The password is unchanged, so the sessions continue.
        expect(stored).toEqual({
          password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) as string,
          epoch: 1,
        });
        expect((await new Client(app).login(ann.user.username, PASSWORD)).status).toBe(200);
        expect(await hashOf(ann)).toEqual(stored);
      },
    );

    it('accepts parallel sign-ins, whichever of them stores the better hash', async () => {
      const ann = await legacyUser(hashSync(PASSWORD, 4));
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => new Client(app).login(ann.user.username, PASSWORD)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    });

    it('upgrades a cheaper argon2 hash, but not after a wrong password', async () => {
      const cheap = await argon2.hash(PASSWORD, { memoryCost: 4_096, timeCost: 1 });
      const ann = await legacyUser(cheap);
      expect((await new Client(app).login(ann.user.username, 'Wrong-pass-1!')).status).toBe(401);
      expect((await hashOf(ann))?.password_hash).toBe(cheap);
      expect((await new Client(app).login(ann.user.username, PASSWORD)).status).toBe(200);
      expect((await hashOf(ann))?.password_hash).toContain('m=19456,t=2,p=1');
    });
  });

  describe('with a wrong password', () => {
    it('§8 responds the same for unknown and known accounts except for the correlation id', async () => {
      const { user } = await new Client(app).newUser();
      const known = await new Client(app).login(user.username, 'Wrong-pass-1!');
      const unknown = await new Client(app).login(randomUsername(), 'Wrong-pass-1!');

      expect(known.status).toBe(401);
      expect(known.body).toMatchObject({
        success: false,
        code: 'INVALID_CREDENTIALS',
        message: 'Please check your credentials and try again.',
      });
      const shape = ({ status, body, headers }: typeof known) => ({
        status,
        body: { ...(body as object), correlationId: '' },
        headers: Object.keys(headers).sort(),
        length: headers['content-length'],
      });
      expect(shape(unknown)).toEqual(shape(known));
    });

    it('costs exactly one argon2 verification for known and unknown accounts, right or wrong', async () => {
      const { user, password } = await new Client(app).newUser();
      const count = async (login: string, attempt: string) => {
        verify.mockClear();
        await new Client(app).login(login, attempt);
        return verify.mock.calls.map(([hash]) => String(hash).split('$')[3]);
      };
      const once = ['m=19456,t=2,p=1'];
      expect(await count(user.username, password)).toEqual(once);
      expect(await count(user.username, 'Wrong-pass-1!')).toEqual(once);
      expect(await count(user.email ?? '', 'Wrong-pass-1!')).toEqual(once);
      expect(await count(randomUsername(), 'Wrong-pass-1!')).toEqual(once);
      expect(await count('nobody@example.test', 'Wrong-pass-1!')).toEqual(once);
    });

    it('finds no account for a name that PostgreSQL cannot store', async () => {
      expect((await new Client(app).login('ann\0', 'Wrong-pass-1!')).status).toBe(401);
      expect((await new Client(app).login('ann\0@example.test', 'x\0')).status).toBe(401);
    });

    it('signals the attempt to security without the typed text', async () => {
      const { user } = await new Client(app).newUser();
      const client = new Client(app);
      await client.login(user.username, 'Wrong-pass-1!');
      const signal = await signalled(app, { kind: 'login_failed', ip: client.address });
      expect(signal).toMatchObject({ userId: user.id, detail: 'wrong password' });

      const stranger = new Client(app);
      await stranger.login('what-i-typed', 'Wrong-pass-1!');
      const other = await signalled(app, { kind: 'login_failed', ip: stranger.address });
      expect(other).toMatchObject({
        userId: '',
        detail: expect.stringMatching(/^unknown account [0-9a-f]{4}$/),
      });
    });
  });

  it('rejects a username with a letter that usernames cannot contain', async () => {
    const { user, password } = await new Client(app).newUser();
    const name = `\u00e4${user.username}`;
    await app.database.query('UPDATE user_account SET username = $2 WHERE id = $1', [
      user.id,
      name,
    ]);
    expect((await new Client(app).login(name, password)).status).toBe(401);
  });

  describe('throttles', () => {
    const burst = LIMITS.loginByClient.burst;

    it('refuses further guesses at one account from one address, even right ones', async () => {
      const { user, password } = await new Client(app).newUser();
      const client = new Client(app);
      for (let i = 0; i < burst; i++) {
        expect((await client.login(user.username, 'Wrong-pass-1!')).status).toBe(401);
      }
      const refused = await client.login(user.username, password);
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringMatching(
          /^Too many attempts\. Please try again in \d+ minutes\.$/,
        ) as string,
      });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(100);
      await signalled(app, { kind: 'rate_limited', ip: client.address });
    });

    it('treats an unknown account the same way', async () => {
      const client = new Client(app);
      const name = randomUsername();
      const statuses: number[] = [];
      for (let i = 0; i <= burst; i++) {
        statuses.push((await client.login(name, 'Wrong-pass-1!')).status);
      }
      expect(statuses).toEqual([...Array<number>(burst).fill(401), 429]);
    });

    it('never lets an attacker lock out the owner', async () => {
      const { user, password } = await new Client(app).newUser();
      const strangers = Array.from({ length: 4 }, () => new Client(app));
      for (const stranger of strangers) {
        for (let i = 0; i <= burst; i++) await stranger.login(user.username, 'Wrong-pass-1!');
      }
      expect((await new Client(app).loginWithProof(user.username, password)).status).toBe(200);
    });

    it('checks no more passwords than the burst allows when 100 guesses arrive in parallel', async () => {
      const { user } = await new Client(app).newUser();
      const client = new Client(app);
      // CAPTCHAs are requested from other addresses, so that only the guesses count for this address.
      const captchas = await Promise.all(
        Array.from({ length: 100 }, () => new Client(app).captcha()),
      );
      verify.mockClear();
      const answers = await Promise.all(
        captchas.map((captcha, i) =>
          client.post('/api/auth/login', {
            username: user.username,
            password: `Wrong-${i}`,
            ...captcha,
          }),
        ),
      );
      expect(verify).toHaveBeenCalledTimes(burst);
      // The calls wait for the same row, so on a busy machine some exceed the pool's timeout and get a 503.
      const refused = answers.map(({ status }) => status).filter((status) => status !== 401);
      expect(refused).toHaveLength(100 - burst);
      expect(refused.filter((status) => ![429, 503].includes(status))).toEqual([]);
    });

    it('resets the count of wrong passwords after a right one', async () => {
      const { user, password } = await new Client(app).newUser();
      const client = new Client(app);
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < burst - 1; i++) await client.login(user.username, 'Wrong-pass-1!');
        expect((await client.login(user.username, password)).status).toBe(200);
      }
    });

    it('throttles one address that tries many accounts', async () => {
      const client = new Client(app);
      const { burst } = LIMITS.loginByAddress;
      const statuses: number[] = [];
      while (statuses.at(-1) !== 429 && statuses.length < 2 * burst) {
        // CAPTCHAs are requested from other addresses, so that only the attempts count for this address.
        const captcha = await new Client(app).captcha();
        const { status } = await client.post('/api/auth/login', {
          username: randomUsername(),
          password: 'Wrong-pass-1!',
          ...captcha,
        });
        statuses.push(status);
      }
      expect(statuses.at(-1)).toBe(429);
      expect(statuses.length).toBeGreaterThan(burst);
    });
  });
});
