import { hashSync } from 'bcryptjs';
import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import type { User } from '@casement/proto/http/auth/users.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, PASSWORD, randomUsername } from '../support/client.js';

const HASH = hashSync(PASSWORD, 4);

describe('legacy user without an e-mail address', () => {
  let app: AuthApp;
  let client: Client;
  let token: string;
  let login: LoginResponse;
  let address: string;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = new Client(app);
    [login, token] = await legacyUser();
    address = `${randomUsername()}@example.test`;
  });

  const legacyUser = async (): Promise<[LoginResponse, string]> => {
    const username = randomUsername();
    await app.database.query(
      `INSERT INTO user_account (id, username, password_hash, created_at, updated_at, imported_at)
       VALUES ($1, $2, $3, now(), now(), now())`,
      [newId(), username, HASH],
    );
    const { body } = await client.login(username, PASSWORD);
    const { data } = body as { data: LoginResponse };
    return [data, data.accessToken ?? ''];
  };
  const addEmail = async (fields: Record<string, unknown> = {}, as = token) =>
    client.post(
      '/api/migration/add-email',
      { email: address, ...(await client.captcha()), ...fields },
      as,
    );
  const mailOf = async () => {
    const mail = await app.mailTo(address);
    return {
      code: /code is (\d{6})/.exec(mail.text ?? '')?.[1] ?? '',
      link: /token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '',
      mail,
    };
  };
  const follow = (linkToken: string, as = token) =>
    client.post('/api/migration/verify-email', { token: linkToken }, as);
  const type = (code: string) => client.post('/api/auth/verify-email', { code }, token);
  const me = async (as = token) =>
    ((await client.get('/api/user/profile', as).expect(200)).body as { data: { user: User } }).data
      .user;

  it('§2 signs in and is asked to add an address', () => {
    expect(login).toMatchObject({ requiresEmail: true, user: { email: null, is_verified: false } });
  });

  describe('POST /migration/add-email', () => {
    it('§3 stores the address as unverified and mails a code and a link', async () => {
      const { status, body } = await addEmail();
      expect([status, body]).toMatchObject([
        200,
        { success: true, data: { user: { email: address, is_verified: false } } },
      ]);
      const { code, link, mail } = await mailOf();
      expect(code).toHaveLength(6);
      expect(link).toHaveLength(43);
      expect(mail.html).toContain(`https://casement.example/verify-email?token=${link}`);
    });

    it.each(['', 'ann', 'ann@', undefined, `${'x'.repeat(250)}@x.id`])(
      '§5 rejects the address %j',
      async (email) => {
        const { status, body } = await addEmail({ email });
        expect([status, body]).toMatchObject([
          400,
          { message: 'Please enter a valid email address' },
        ]);
        expect((await me()).email).toBeNull();
      },
    );

    it.each([{ captchaAnswer: '' }, { captchaAnswer: undefined }, { captchaId: undefined }])(
      '§5 rejects the CAPTCHA fields %j',
      async (fields) => {
        const { status, body } = await addEmail(fields);
        expect([status, body]).toMatchObject([400, { message: 'Captcha is required' }]);
      },
    );

    it('rejects a wrong CAPTCHA answer, a used CAPTCHA and a filled-in honeypot field', async () => {
      expect((await addEmail({ captchaAnswer: '999' })).body).toMatchObject({
        code: 'CAPTCHA_INVALID',
      });
      const captcha = await client.captcha();
      const honeypot = Object.keys(captcha).find((name) => !name.startsWith('captcha')) ?? '';
      expect((await addEmail({ ...captcha, [honeypot]: 'I am a bot' })).status).toBe(400);
      expect((await addEmail(captcha)).status).toBe(400);
      expect((await me()).email).toBeNull();
    });

    it('lets the user replace a mistyped address until one is verified', async () => {
      await addEmail({ email: `wrong-${address}` });
      expect((await addEmail()).status).toBe(200);
      await follow((await mailOf()).link).expect(200);
      const { status, body } = await addEmail({ email: `late-${address}` });
      expect([status, body]).toMatchObject([409, { code: 'EMAIL_ALREADY_ADDED' }]);
      expect((await me()).email).toBe(address);
    });

    it('is refused to users who registered with an address', async () => {
      const bob = await new Client(app).newUser();
      expect((await addEmail({}, bob.accessToken)).status).toBe(409);
    });

    it('is throttled per user', async () => {
      for (let i = 0; i < LIMITS.addEmail.burst; i++) await addEmail();
      expect((await addEmail()).status).toBe(429);
    });

    it('requires a sign-in', async () => {
      await client.post('/api/migration/add-email', { email: address }).expect(401);
    });
  });

  describe('verification by link', () => {
    beforeEach(async () => {
      expect((await addEmail()).status).toBe(200);
    });

    it('§2 verifies the address and returns the user', async () => {
      const { body } = await follow((await mailOf()).link).expect(200);
      expect(body).toMatchObject({
        message: 'Email verified',
        data: { user: { email: address, is_verified: true } },
      });
    });

    it('§9 expires after exactly 15 minutes', async () => {
      const { link } = await mailOf();
      const letTimePass = (minutes: number) =>
        app.database.query(
          `UPDATE email_verification SET expires_at = expires_at - make_interval(mins => $1)`,
          [minutes],
        );
      await letTimePass(15);
      const { body } = await follow(link).expect(400);
      expect(body).toMatchObject({
        code: 'VERIFICATION_LINK_INVALID',
        message: 'This verification link is invalid or has expired. Please request a new one.',
      });
      await letTimePass(-1);
      await follow(link).expect(200);
    });

    it('works once and also consumes the code', async () => {
      const { link, code } = await mailOf();
      const answers = await Promise.all([follow(link), follow(link), type(code)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    });

    it("rejects another user's link", async () => {
      const { link } = await mailOf();
      const [, eve] = await legacyUser();
      await follow(link, eve).expect(409);
      await addEmail({ email: `eve-${address}` }, eve);
      await follow(link, eve).expect(400);
      expect((await me(eve)).is_verified).toBe(false);
      await follow(link).expect(200);
    });

    it('rejects the link once a newer mail was sent', async () => {
      const { link } = await mailOf();
      await client.post('/api/auth/resend-verification', {}, token).expect(200);
      await waitFor(async () => (await mailOf()).link !== link);
      await follow(link).expect(400);
      await follow((await mailOf()).link).expect(200);
    });

    it.each(['', 'x', 'x'.repeat(201), undefined])('rejects the token %j', async (linkToken) => {
      await follow(linkToken as string).expect(400);
    });

    it('stores only a hash of the token', async () => {
      const { link } = await mailOf();
      const rows = await app.database.query('SELECT * FROM email_verification');
      expect(JSON.stringify(rows)).not.toContain(link);
    });

    it('requires a sign-in', async () => {
      await client.post('/api/migration/verify-email', { token: 'x' }).expect(401);
    });
  });

  describe('verification by code', () => {
    it('§5 verifies the address and also consumes the link', async () => {
      await addEmail();
      const { code, link } = await mailOf();
      await type(code).expect(200);
      expect((await follow(link).expect(409)).body).toMatchObject({ code: 'ALREADY_VERIFIED' });
      expect(await me()).toMatchObject({ email: address, is_verified: true });
    });
  });
});
