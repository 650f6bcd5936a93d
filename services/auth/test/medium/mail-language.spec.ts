import type { Email } from 'postal-mime';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import {
  Client,
  refreshTokenOf,
  randomAddress,
  randomUsername,
  type SignedInUser,
} from '../support/client.js';
import { statementsOf } from '../support/statements.js';

describe('mail language', () => {
  let app: AuthApp;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());

  const browser = (language?: string, address = randomAddress()) =>
    new Client(app, address, language);
  const mailWith = (user: SignedInUser, subject: string): Promise<Email> =>
    waitFor(() =>
      app.mailbox.mails.find(
        (mail) => mail.to?.[0]?.address === user.user.email && mail.subject?.includes(subject),
      ),
    );
  const storedOf = async ({ user }: SignedInUser): Promise<string> => {
    const rows: unknown = await app.database.query(
      'SELECT language FROM user_account WHERE id = $1',
      [user.id],
    );
    return (rows as [{ language: string }])[0].language;
  };
  const askForReset = async ({ user }: SignedInUser) => {
    const visitor = browser('en');
    const form = { email: user.email, ...(await visitor.captcha()) };
    await visitor.post('/api/auth/forgot-password', form).expect(200);
  };

  it('uses the language chosen at registration', async () => {
    const ann = await browser('id-ID,id;q=0.9,en;q=0.8').newUser();
    const mail = await mailWith(ann, 'adalah kode verifikasi Casement Anda');
    expect(mail.html).toContain('<html lang="id">');
    expect(mail.text).toContain(`Halo ${ann.user.username},`);
  });

  it('falls back to English if the browser requests no supported language', async () => {
    const ann = await browser('de-DE').newUser();
    expect((await mailWith(ann, 'verification code')).html).toContain('<html lang="en">');
  });

  it('follows a later sign-in, whoever causes the mail', async () => {
    const ann = await browser('id').newUser();
    await browser('en').again(ann);
    await askForReset(ann);
    await mailWith(ann, 'Reset your Casement password');
    await browser('id').again(ann);
    await askForReset(ann);
    await mailWith(ann, 'Atur ulang kata sandi Casement Anda');
  });

  it('stays the chosen one, whatever a later sign-in requests', async () => {
    const ann = await browser('en').newUser();
    const client = browser('en');
    await client.put('/api/user/profile', { language: 'id' }, ann.accessToken).expect(200);
    await browser('en').again(ann);
    expect(await storedOf(ann)).toBe('id');
  });

  it('stays unchanged if a sign-in requests no supported language', async () => {
    const ann = await browser('id').newUser();
    await browser('de').again(ann);
    await browser().again(ann);
    expect(await storedOf(ann)).toBe('id');
  });

  it('keeps the previous language for a sign-in report because someone else may have signed in', async () => {
    const ann = await browser('id').newUser();
    await browser('en').again(ann);
    await mailWith(ann, 'Login baru ke akun Casement Anda');
  });

  it("uses the recipient's language if another user triggers the mail", async () => {
    const ann = await browser('id').newUser();
    const { email } = ann.user;
    expect((await browser('en').register({ username: randomUsername(), email })).status).toBe(201);
    await mailWith(ann, 'Seseorang mencoba memakai email Anda untuk akun Casement lain');
    expect(await storedOf(ann)).toBe('id');
  });

  it('follows a refresh and writes the account only if the language changed', async () => {
    const ann = await browser('en').newUser();
    const client = browser('id');
    let token = ann.refreshToken;
    const writes = async () => {
      const statements = await statementsOf(client, async () => {
        const answer = await client.postWithCookie('/api/auth/refresh', token);
        expect(answer.status).toBe(200);
        token = refreshTokenOf(answer);
      });
      return statements.filter((sql) => /UPDATE "?user_account/.test(sql)).length;
    };
    expect(await writes()).toBe(1);
    expect(await storedOf(ann)).toBe('id');
    expect(await writes()).toBe(0);
  });
});
