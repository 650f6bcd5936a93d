import { hashSync } from 'bcryptjs';
import type { Response } from 'supertest';
import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, PASSWORD, randomUsername } from '../support/client.js';
import { sharedAddress } from '../support/shared-address.js';
import { statementsOf } from '../support/statements.js';

const NOTICE = 'Someone tried to use your email for another Casement account';
const HASH = hashSync(PASSWORD, 4);

describe('e-mail address of another account', () => {
  let app: AuthApp;
  let on: ReturnType<typeof sharedAddress>;
  let address: string;
  beforeAll(async () => {
    app = await authApp();
    on = sharedAddress(app);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    address = on.newAddress();
  });

  const noticesTo = () => on.mailsTo(address).filter(({ subject }) => subject === NOTICE);

  /**
   * Returns an unused address, an address of an account that has not verified it, and a verified one, also in upper
   * case.
   */
  const addresses = async () => {
    const [free, unverified, verified] = [on.newAddress(), on.newAddress(), on.newAddress()];
    await on.register(unverified);
    await on.markVerified(await on.register(verified));
    await on.mailsSettled();
    return [free, unverified, verified, verified.toUpperCase()];
  };
  /** Replaces the values that differ between any two accounts. */
  const shapeOf = ({ status, body, headers }: Response, ...own: string[]) => ({
    status,
    body: own
      .reduce((text, one) => text.replaceAll(one, 'OWN'), JSON.stringify(body))
      .replace(/"(id|accessToken|created_at|correlationId)":"[^"]*"/g, '"$1":""'),
    headers: Object.keys(headers).sort(),
  });

  const legacyUser = async () => {
    const username = randomUsername();
    await app.database.query(
      `INSERT INTO user_account (id, username, password_hash, created_at, updated_at, imported_at)
       VALUES ($1, $2, $3, now(), now(), now())`,
      [newId(), username, HASH],
    );
    const { body } = await new Client(app).login(username, PASSWORD);
    return { username, token: (body as { data: LoginResponse }).data.accessToken ?? '' };
  };

  describe('POST /auth/register', () => {
    it('responds the same as for an unused address', async () => {
      const shapes = [];
      for (const email of await addresses()) {
        const username = randomUsername();
        const answer = await new Client(app).register({ username, email });
        shapes.push(shapeOf(answer, username, email));
      }
      expect(shapes[0]).toMatchObject({ status: 201 });
      for (const shape of shapes) expect(shape).toEqual(shapes[0]);
    });

    it('runs the same statements as for an unused address', async () => {
      const works = [];
      for (const email of await addresses()) {
        const client = new Client(app);
        const captcha = await client.captcha();
        works.push(await statementsOf(client, () => client.register({ email, ...captcha })));
      }
      expect(works[0].length).toBeGreaterThan(5);
      for (const work of works) expect(work).toEqual(works[0]);
    });

    it('still rejects a taken username', async () => {
      const ann = await on.register(address);
      const { status, body } = await new Client(app).register({
        username: ann.user.username,
        email: address,
      });
      expect([status, body]).toMatchObject([409, { code: 'USERNAME_TAKEN' }]);
      expect(JSON.stringify(body)).not.toContain('mail');
    });
  });

  describe('POST /migration/add-email', () => {
    const addEmail = async (client: Client, email: string, token: string) => {
      const captcha = await client.captcha();
      return () => client.post('/api/migration/add-email', { email, ...captcha }, token);
    };

    it('responds the same as for an unused address, after the same statements', async () => {
      const shapes = [];
      const works = [];
      for (const email of await addresses()) {
        const { username, token } = await legacyUser();
        const client = new Client(app);
        const add = await addEmail(client, email, token);
        let answer: Response | undefined;
        works.push(
          await statementsOf(client, async () => {
            answer = await add();
          }),
        );
        shapes.push(shapeOf(answer!, username, email));
      }
      expect(shapes[0]).toMatchObject({ status: 200 });
      for (const shape of shapes) expect(shape).toEqual(shapes[0]);
      for (const work of works) expect(work).toEqual(works[0]);
    });

    it('notifies the owner of the address', async () => {
      await on.markVerified(await on.register(address));
      const { token } = await legacyUser();
      const add = await addEmail(new Client(app), address, token);
      await add().expect(200);
      await waitFor(() => noticesTo().length === 1);
    });
  });

  it.each(['POST /auth/verify-email', 'POST /auth/resend-verification'])(
    '%s responds the same as for an unused address',
    async (route) => {
      const shapes = [];
      for (const email of await addresses()) {
        const bob = await on.register(email);
        const [, path = ''] = route.split(' ');
        const body = path.includes('resend') ? {} : { code: 'wrong!' };
        const answer = await new Client(app).post(`/api${path}`, body, bob.accessToken);
        shapes.push(shapeOf(answer, email, bob.user.username));
      }
      for (const shape of shapes) expect(shape).toEqual(shapes[0]);
    },
  );

  describe('verified owner', () => {
    it('is notified by mail, and the new account gets no code', async () => {
      const ann = await on.register(address);
      await on.codeFor(address, ann);
      await on.markVerified(ann);
      const bob = await on.register(address.toUpperCase());
      expect(await on.me(bob)).toMatchObject({ email: address.toUpperCase(), is_verified: false });
      const [notice] = await waitFor(() => noticesTo().length > 0 && noticesTo());
      expect(notice?.text).toContain(`Hi ${ann.user.username},`);
      expect(notice?.text).toContain('Nothing has changed');
      expect(notice?.text).toContain('https://casement.example/forgot-password');
      expect(notice?.text).not.toContain(bob.user.username);
      await on.mailsSettled();
      expect(on.mailsTo(address)).toHaveLength(2);
      expect(await on.me(ann)).toMatchObject({ email: address, is_verified: true });
    });

    it('is notified once in six hours, however many clients try', async () => {
      const ann = await on.register(address);
      await on.markVerified(ann);
      await on.mailsSettled();
      for (let i = 0; i < 3; i++) {
        const bob = await on.register(address);
        await new Client(app).post('/api/auth/resend-verification', {}, bob.accessToken);
      }
      await waitFor(() => noticesTo().length === 1);
      await on.mailsSettled();
      expect(noticesTo()).toHaveLength(1);

      await app.database.query(
        `UPDATE throttle SET used_until = used_until - interval '6 hours'
         WHERE key LIKE 'address-in-use:%'`,
      );
      await on.register(address);
      await waitFor(() => noticesTo().length === 2);
      await on.mailsSettled();
      // Two notices, and the code that the account itself was sent earlier.
      expect(on.mailsTo(address)).toHaveLength(3);
    });

    it('gets no mails about events of the other account', async () => {
      const bob = await on.register(address);
      await on.codeFor(address, bob);
      const ann = await on.register(address);
      await on.codeFor(address, ann);
      await on.markVerified(ann);
      const change = { currentPassword: PASSWORD, newPassword: 'Another-1!' };
      await new Client(app).post('/api/user/update-password', change, bob.accessToken).expect(200);
      await on.mailsSettled();
      const subjects = on.mailsTo(address).map(({ subject }) => subject);
      expect(subjects).not.toContain('Your Casement password was changed');

      await new Client(app).post('/api/user/update-password', change, ann.accessToken).expect(200);
      await waitFor(() =>
        on.mailsTo(address).some(({ subject }) => subject === 'Your Casement password was changed'),
      );
    });
  });

  describe('unverified owner', () => {
    it('does not keep the new account from its code, and the mailbox gets both mails', async () => {
      const ann = await on.register(address);
      await on.codeFor(address, ann);
      const bob = await on.register(address);
      await on.codeFor(address, bob);
      const [notice] = await waitFor(() => noticesTo().length > 0 && noticesTo());
      expect(notice?.text).toContain(`a new Casement account and ${ann.user.username}`);
      expect(notice?.text).toContain('Whoever verifies it first keeps it');
    });

    it('gets no notice about codes that it requested itself', async () => {
      const ann = await on.register(address);
      await new Client(app).post('/api/auth/resend-verification', {}, ann.accessToken).expect(200);
      await waitFor(() => on.codesFor(address, ann).length === 2);
      await on.mailsSettled();
      expect(noticesTo()).toHaveLength(0);
    });
  });

  describe('code mails to one address', () => {
    const { burst } = LIMITS.codeMails;

    it('are throttled per client over all its accounts, for unused and taken addresses alike', async () => {
      for (const email of (await addresses()).slice(0, 3)) {
        const client = new Client(app);
        for (let i = 0; i < burst; i++) {
          expect((await client.register({ email })).status).toBe(201);
        }
        const { status, body } = await client.register({ email: email.toUpperCase() });
        expect([status, body]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
      }
    });

    it('are not exhausted by requests of other clients', async () => {
      const stranger = new Client(app);
      for (let i = 0; i <= burst; i++) await stranger.register({ email: address });
      const ann = await on.register(address);
      await on.codeFor(address, ann);
    });

    it('are throttled on resend too', async () => {
      const client = new Client(app);
      for (let i = 0; i < burst; i++) await client.register({ email: address });
      const bob = await on.register(address);
      await client.post('/api/auth/resend-verification', {}, bob.accessToken).expect(429);
      await new Client(app).post('/api/auth/resend-verification', {}, bob.accessToken).expect(200);
    });
  });
});
