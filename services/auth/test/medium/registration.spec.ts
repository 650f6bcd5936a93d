import { ruleCodeOf } from '@casement/proto/http/rules.js';
import type { User } from '@casement/proto/http/auth/users.js';
import { authApp, PUBLIC_URL, type AuthApp } from '../support/auth-app.js';
import { Client, PASSWORD, refreshCookieOf, randomUsername } from '../support/client.js';
import { published } from '../support/events.js';
import { LIMITS } from '../../src/throttle/limits.js';

const CLASSES = 'Password must contain uppercase, lowercase, number, and special character';

describe('POST /auth/register', () => {
  let app: AuthApp;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());

  const password = (text: string) => ({ password: text, confirmPassword: text });

  describe('§5 validation', () => {
    // These requests fail before the CAPTCHA and the throttle are checked, so one client and no CAPTCHA suffice.
    it.each<[string, Record<string, unknown>, string]>([
      ['username', { username: 'ab' }, 'Username must be at least 3 characters'],
      ['username', { username: 'a'.repeat(51) }, 'Username must be less than 50 characters'],
      [
        'username',
        { username: 'ann!' },
        'Username can only contain letters, numbers, hyphens, and underscores',
      ],
      [
        'username',
        { username: 'ann@example.test' },
        'Username can only contain letters, numbers, hyphens, and underscores',
      ],
      ['email', { email: 'ann' }, 'Invalid email address'],
      ['email', { email: 'ann@' }, 'Invalid email address'],
      ['password', password('Short1!'), 'Password must be at least 8 characters'],
      ['password', password('SECRET-1!'), CLASSES],
      ['password', password('secret-1!'), CLASSES],
      ['password', password('Secret-a!'), CLASSES],
      ['password', password('Secret-12'), CLASSES],
      ['confirmPassword', { confirmPassword: 'Secret-2!' }, "Passwords don't match"],
    ])('rejects %s: %j', async (path, fields, message) => {
      const answer = await new Client(app).register(fields);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        success: false,
        code: 'VALIDATION_FAILED',
        message,
        details: expect.arrayContaining([{ path, message, code: ruleCodeOf(message) }]) as unknown,
      });
    });

    it.each([3, 50])('accepts a username of %s characters', async (length) => {
      const username = randomUsername().padEnd(length, 'x').slice(-length);
      const answer = await new Client(app).register({ username });
      expect(answer.status).toBe(201);
    });

    it('accepts letters, digits, hyphen and underscore', async () => {
      const answer = await new Client(app).register({ username: 'A-z_09' });
      expect(answer.status).toBe(201);
    });

    it.each([...'@$!%*?&'])('accepts %s as the special character', async (special) => {
      const answer = await new Client(app).register(password(`Secret123${special}`));
      expect(answer.status).toBe(201);
    });

    it('accepts a password of 128 characters and no longer one', async () => {
      const long = `${PASSWORD}${'x'.repeat(128 - PASSWORD.length)}`;
      expect((await new Client(app).register(password(long))).status).toBe(201);
      expect((await new Client(app).register(password(`${long}x`))).status).toBe(400);
    });
  });

  it('§3 §5 returns user and accessToken and sets the refresh cookie', async () => {
    const username = randomUsername();
    const client = new Client(app);
    const answer = await client.register({ username, email: `${username}@example.test` });

    expect(answer.status).toBe(201);
    const { data } = answer.body as { data: { user: User; accessToken: string } };
    expect(answer.body).toEqual({
      success: true,
      message: 'Account created',
      data: {
        accessToken: expect.any(String) as string,
        user: {
          id: expect.any(String) as string,
          username,
          email: `${username}@example.test`,
          is_verified: false,
          admin: 0,
          quota: null,
          profile: { first_name: null, avatar_url: null },
          telegram: null,
          telegram_display_name: null,
          telegram_user_id: null,
          telegram_notifications: null,
          created_at: expect.stringMatching(/Z$/) as string,
          language: null,
          time_zone: 'Asia/Jakarta',
        },
      },
    });
    const cookie = refreshCookieOf(answer);
    expect(cookie).toMatch(
      /^__Secure-casement_refresh=[A-Za-z0-9_-]{43}; Path=\/api\/auth; Expires=/,
    );
    expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    await client.get('/api/user/profile', data.accessToken).expect(200);
  });

  it('stores the password only as an argon2id hash', async () => {
    const { user } = await new Client(app).newUser();
    const [row] = await app.database.query<{ password_hash: string }>(
      'SELECT * FROM user_account WHERE id = $1',
      [user.id],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain(PASSWORD);
  });

  it('publishes only the id and writes an audit entry', async () => {
    const client = new Client(app);
    const { user } = await client.newUser();
    expect(await published(app, 'auth.user.registered.v1', { userId: user.id })).toEqual({
      userId: user.id,
    });
    await published(app, 'security.audit.recorded.v1', {
      action: 'user.registered',
      target: `user:${user.id}`,
      ip: client.address,
      actorRole: 'visitor',
    });
  });

  it('rejects a taken username, ignoring case', async () => {
    const { user } = await new Client(app).newUser();
    const sameName = await new Client(app).register({ username: user.username.toUpperCase() });
    expect(sameName.status).toBe(409);
    expect(sameName.body).toMatchObject({
      code: 'USERNAME_TAKEN',
      message: 'Username is already taken',
    });
  });

  it('gives a username to exactly one of many concurrent requests and mails only that one', async () => {
    const username = randomUsername();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => new Client(app).register({ username })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array<number>(9).fill(409),
    ]);
    const waiting = await app.database.query(
      `SELECT u.id FROM user_account u JOIN session s ON s.user_id = u.id WHERE u.username = $1`,
      [username],
    );
    expect(waiting).toHaveLength(1);
  });

  it('ignores admin, verified and id in the form', async () => {
    const answer = await new Client(app).register({
      admin: 1,
      is_verified: true,
      id: '01900000-0000-7000-8000-000000000000',
    });
    const { user } = (answer.body as { data: { user: User } }).data;
    expect(user).toMatchObject({ admin: 0, is_verified: false });
    expect(user.id).not.toBe('01900000-0000-7000-8000-000000000000');
  });

  it('throttles new accounts per address', async () => {
    const client = new Client(app);
    const attempts = LIMITS.registration.burst;
    const { user } = await client.newUser();
    for (let i = 1; i < attempts; i++) await client.register({ username: user.username });
    const refused = await client.register();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it("builds the mail's link from PUBLIC_URL, not from the Host header", async () => {
    const client = new Client(app);
    const username = randomUsername();
    const answer = await client
      .post('/api/auth/register', {
        username,
        email: `${username}@example.test`,
        ...password(PASSWORD),
        ...(await client.captcha()),
      })
      .set('Host', 'evil.test');
    expect(answer.status).toBe(201);
    const mail = await app.mailTo(`${username}@example.test`);
    expect(mail.text).toContain(`${PUBLIC_URL}/verify-email`);
    expect(`${mail.text}${mail.html}`).not.toContain('evil.test');
  });
});
