import { randomBytes } from 'node:crypto';
import type { LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import type { PasskeyAssertion, PasskeyOptions } from '@casement/proto/http/auth/passkeys.js';
import type { OwnTwoFactor } from '@casement/proto/http/auth/two-factor.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { MAX_PASSKEYS } from '../../src/two-factor/passkeys.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Authenticator } from '../support/authenticator.js';
import { Client, refreshTokenOf, type SignedInUser } from '../support/client.js';
import { published, signalled } from '../support/events.js';
import { codeOf, newTwoFactorCustomer } from '../support/two-factor.js';

interface PasskeyUser extends SignedInUser {
  passkey: Authenticator;
  recoveryCodes: string[];
}

describe('passkeys', () => {
  let app: AuthApp;
  let client: Client;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    client = new Client(app);
  });

  const optionsOf = async (path: string, body = {}, token?: string, status = 200) => {
    const answer = await new Client(app).post(path, body, token).expect(status);
    return (answer.body as { data: { options: PasskeyOptions } }).data.options;
  };
  const creation = ({ accessToken }: SignedInUser) =>
    optionsOf('/api/user/passkeys/options', {}, accessToken);
  const add = (user: SignedInUser, credential: object) =>
    client.post('/api/user/passkeys', { credential }, user.accessToken);
  const addTo = async (user: SignedInUser, passkey = new Authenticator()): Promise<PasskeyUser> => {
    const { body } = await add(user, passkey.create(await creation(user))).expect(201);
    return { ...user, passkey, ...(body as { data: { recoveryCodes: string[] } }).data };
  };
  const newPasskeyUser = async () => addTo(await new Client(app).newUser());
  const factorsOf = async ({ accessToken }: SignedInUser) => {
    const { body } = await client.get('/api/user/2fa', accessToken).expect(200);
    return (body as { data: OwnTwoFactor }).data;
  };
  const signInOptions = () => optionsOf('/api/auth/passkeys/options');
  const signIn = (credential: PasskeyAssertion, from = client) =>
    from.post('/api/auth/passkeys/verify', { credential });
  const login = async ({ user, password }: SignedInUser) => {
    const { body } = await new Client(app).login(user.username, password);
    return (body as { data: LoginResponse }).data;
  };
  const verify = (challengeId: string | undefined, proof: object) =>
    client.post('/api/auth/2fa/verify', { challengeId, ...proof });
  const expireChallenges = () =>
    app.database.query(`UPDATE passkey_challenge SET expires_at = now() - interval '1 s'`);
  const refused = { code: 'PASSKEY_REFUSED' };

  describe('registration', () => {
    it('stores the passkey, returns recovery codes once, and lists it to its owner', async () => {
      const ann = await newPasskeyUser();
      expect(ann.recoveryCodes).toHaveLength(10);
      const second = await addTo(ann);
      expect(second.recoveryCodes).toEqual([]);
      expect((await factorsOf(ann)).passkeys).toMatchObject([
        { synced: false, last_used_at: null },
        { synced: false, last_used_at: null },
      ]);
      await published(app, 'security.audit.recorded.v1', {
        action: 'two_factor.passkey_added',
        actorId: ann.user.id,
      });
      await waitFor(() =>
        app.mailbox.mails.find(
          ({ to, text }) =>
            to?.[0]?.address === ann.user.email && text?.includes('A passkey was added'),
        ),
      );
    });

    it('asks for a discoverable passkey with user verification, for the host of PUBLIC_URL', async () => {
      const ann = await newPasskeyUser();
      const id = ann.passkey.id.toString('base64url');
      expect(await creation(ann)).toMatchObject({
        rp: { id: 'casement.example' },
        user: { name: ann.user.username },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [{ id }],
      });
    });

    it.each([
      ['without user verification', { verified: false }],
      ['of another origin', { origin: 'https://evil.example' }],
      ['for another relying party', { rpId: 'evil.example' }],
    ])('refuses a response %s', async (_, flags) => {
      const ann = await client.newUser();
      const response = new Authenticator().create(await creation(ann), flags);
      expect((await add(ann, response).expect(400)).body).toMatchObject(refused);
      expect((await factorsOf(ann)).passkeys).toEqual([]);
    });

    it('refuses a used, an expired, a foreign and an invented challenge', async () => {
      const ann = await client.newUser();
      const bob = await client.newUser();
      const options = await creation(ann);
      await add(ann, new Authenticator().create(options)).expect(201);
      await add(ann, new Authenticator().create(options)).expect(400);
      await add(ann, new Authenticator().create(await creation(bob))).expect(400);
      const invented = { challenge: randomBytes(32).toString('base64url') };
      await add(ann, new Authenticator().create(invented)).expect(400);
      const late = await creation(ann);
      await expireChallenges();
      await add(ann, new Authenticator().create(late)).expect(400);
    });

    it('consumes the challenge of a refused response', async () => {
      const ann = await client.newUser();
      const options = await creation(ann);
      await add(ann, new Authenticator().create(options, { verified: false })).expect(400);
      await add(ann, new Authenticator().create(options)).expect(400);
    });

    it('refuses the credential id of another user, which keeps working for its owner', async () => {
      const ann = await newPasskeyUser();
      const bob = await client.newUser();
      const thief = new Authenticator(ann.passkey.id);
      expect((await add(bob, thief.create(await creation(bob))).expect(400)).body).toMatchObject(
        refused,
      );
      await signIn(ann.passkey.get(await signInOptions())).expect(200);
    });

    it('refuses a passkey beyond the maximum per user', async () => {
      const ann = await client.newUser();
      await app.database.query(
        `INSERT INTO passkey (id, user_id, credential_id, public_key, counter, transports, device, synced, created_at)
         SELECT gen_random_uuid(), $1::uuid, 'c' || n || $1::text, '', 0, '{}', 'x', false, now() FROM generate_series(1, $2) n`,
        [ann.user.id, MAX_PASSKEYS],
      );
      const response = new Authenticator().create(await creation(ann));
      expect((await add(ann, response).expect(409)).body).toMatchObject({
        code: 'TOO_MANY_PASSKEYS',
      });
    });

    it('refuses a session that was confirmed long ago', async () => {
      const ann = await client.newUser();
      await app.database.query(
        `UPDATE session SET created_at = now() - interval '6 min' WHERE user_id = $1`,
        [ann.user.id],
      );
      const { body } = await client.postWithCookie('/api/auth/refresh', ann.refreshToken);
      const { accessToken } = (body as { data: { accessToken: string } }).data;
      await client.post('/api/user/passkeys/options', {}, accessToken).expect(403);
      await client.post('/api/user/passkeys', { credential: {} }, accessToken).expect(403);
    });
  });

  describe('sign-in by passkey', () => {
    it('begins a session without a password, which counts as confirmed', async () => {
      const ann = await newPasskeyUser();
      const answer = await signIn(ann.passkey.get(await signInOptions())).expect(200);
      const { data } = answer.body as { data: LoginResponse };
      expect(data).toMatchObject({ twoFactorRequired: false, user: { id: ann.user.id } });
      expect(refreshTokenOf(answer)).not.toBe('');
      await client.post('/api/user/2fa/recovery-codes', {}, data.accessToken).expect(200);
      await published(app, 'security.audit.recorded.v1', {
        action: 'passkey.signed_in',
        actorId: ann.user.id,
      });
    });

    it('accepts one of ten parallel uses of a response', async () => {
      const ann = await newPasskeyUser();
      const response = ann.passkey.get(await signInOptions());
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => signIn(response, new Client(app))),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('refuses alike an unknown passkey, a wrong signature and a missing verification', async () => {
      const ann = await newPasskeyUser();
      const forger = new Authenticator(ann.passkey.id);
      const answers = [
        await signIn(new Authenticator().get(await signInOptions())),
        await signIn(forger.get(await signInOptions())),
        await signIn(ann.passkey.get(await signInOptions(), { verified: false })),
        await signIn(ann.passkey.get(await signInOptions(), { origin: 'https://evil.example' })),
        await signIn(ann.passkey.get(await signInOptions(), { userHandle: 'AAAA' })),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(400);
        expect(body).toMatchObject(refused);
      }
      await signalled(app, { kind: 'login_failed', detail: 'passkey' });
    });

    it('refuses a counter that did not increase, which a clone would send', async () => {
      const ann = await newPasskeyUser();
      await signIn(ann.passkey.get(await signInOptions())).expect(200);
      ann.passkey.counter = 0;
      await signIn(ann.passkey.get(await signInOptions())).expect(400);
    });

    it('refuses a challenge that was issued for a step-up, and the other way round', async () => {
      const ann = await newPasskeyUser();
      const stepUp = await optionsOf('/api/auth/step-up/passkey', {}, ann.accessToken);
      await signIn(ann.passkey.get(stepUp)).expect(400);
      const passkey = ann.passkey.get(await signInOptions());
      await client.post('/api/auth/step-up', { passkey }, ann.accessToken).expect(400);
    });

    it('refuses an account that is being deleted', async () => {
      const ann = await newPasskeyUser();
      await app.database.query('UPDATE user_account SET deleting_since = now() WHERE id = $1', [
        ann.user.id,
      ]);
      await signIn(ann.passkey.get(await signInOptions())).expect(400);
    });

    it('consumes the challenge of a suspended account', async () => {
      const ann = await newPasskeyUser();
      const suspend = (at: string) =>
        app.database.query(`UPDATE user_account SET suspended_at = ${at} WHERE id = $1`, [
          ann.user.id,
        ]);
      const response = ann.passkey.get(await signInOptions());
      await suspend('now()');
      const answer = await signIn(response).expect(403);
      expect(answer.body).toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
      await suspend('NULL');
      await signIn(response).expect(400);
    });

    it('limits attempts per client', async () => {
      const options = await signInOptions();
      const attempts = [];
      for (let n = 0; n <= LIMITS.passkeySignIns.burst; n += 1) {
        attempts.push((await signIn(new Authenticator().get(options))).status);
      }
      expect(attempts.at(-1)).toBe(429);
    });

    it('limits challenges per client because each one is stored', async () => {
      const from = new Client(app);
      const answers = [];
      for (let n = 0; n <= LIMITS.passkeyOptions.burst; n += 1) {
        answers.push((await from.post('/api/auth/passkeys/options')).status);
      }
      expect(answers.at(-1)).toBe(429);
    });
  });

  describe('second factor', () => {
    it('is required after the password, and a passkey passes it', async () => {
      const ann = await newPasskeyUser();
      const { twoFactorRequired, challengeId, passkey } = await login(ann);
      expect(twoFactorRequired).toBe(true);
      expect(passkey).toMatchObject({ app: false });
      await verify(challengeId, { passkey: ann.passkey.get(passkey!.options) }).expect(200);
    });

    it('offers app and passkey, and accepts a code too', async () => {
      const ann = await newTwoFactorCustomer(app);
      await addTo(ann);
      const { challengeId, passkey } = await login(ann);
      expect(passkey).toMatchObject({ app: true });
      await verify(challengeId, { code: await codeOf(ann.secret) }).expect(200);
    });

    it('accepts a recovery code of a user without an app', async () => {
      const ann = await newPasskeyUser();
      const { challengeId } = await login(ann);
      await verify(challengeId, { code: '123456' }).expect(400);
      await verify(challengeId, { code: ann.recoveryCodes[0] }).expect(200);
    });

    it("refuses another user's passkey, also with a challenge of the same sign-in", async () => {
      const ann = await newPasskeyUser();
      const eve = await newPasskeyUser();
      const { challengeId, passkey } = await login(ann);
      const { body } = await verify(challengeId, {
        passkey: eve.passkey.get(passkey!.options),
      }).expect(400);
      expect(body).toMatchObject({ code: 'TWO_FACTOR_CODE_INVALID' });
    });

    it('refuses a challenge of another sign-in of another user', async () => {
      const ann = await newPasskeyUser();
      const eve = await newPasskeyUser();
      const { challengeId } = await login(ann);
      const { passkey } = await login(eve);
      await verify(challengeId, { passkey: eve.passkey.get(passkey!.options) }).expect(400);
      await verify(challengeId, { passkey: ann.passkey.get(passkey!.options) }).expect(400);
    });

    it('needs a code or a passkey', async () => {
      const ann = await newPasskeyUser();
      const { challengeId } = await login(ann);
      const { body } = await verify(challengeId, {}).expect(400);
      expect(body).toMatchObject({ message: 'Invalid or expired code. Please try again.' });
    });
  });

  describe('step-up', () => {
    it('accepts a passkey but not a password', async () => {
      const ann = await newPasskeyUser();
      const stepUp = (body: object) => client.post('/api/auth/step-up', body, ann.accessToken);
      const { body } = await stepUp({ password: ann.password }).expect(400);
      expect(body).toMatchObject({ details: [{ path: 'code' }] });
      const options = await optionsOf('/api/auth/step-up/passkey', {}, ann.accessToken);
      const passkey = ann.passkey.get(options);
      await stepUp({ passkey }).expect(200);
      await stepUp({ passkey }).expect(400);
    });

    it("refuses another user's challenge", async () => {
      const ann = await newPasskeyUser();
      const eve = await newPasskeyUser();
      const options = await optionsOf('/api/auth/step-up/passkey', {}, eve.accessToken);
      const passkey = ann.passkey.get(options);
      await client.post('/api/auth/step-up', { passkey }, ann.accessToken).expect(400);
    });
  });

  describe('password reset', () => {
    const linkFor = async ({ user }: SignedInUser) => {
      const token = randomBytes(32).toString('base64url');
      await app.database.query(
        `INSERT INTO password_reset (user_id, token_hash, email, epoch, expires_at)
         SELECT id, sha256($2::bytea), email, epoch, now() + interval '15 min' FROM user_account WHERE id = $1`,
        [user.id, token],
      );
      return token;
    };
    const reset = (token: string, proof: object) =>
      client.post('/api/auth/reset-password', {
        token,
        newPassword: 'Another-1!',
        confirmPassword: 'Another-1!',
        ...proof,
      });

    it('takes effect only with a passkey or recovery code, and keeps the passkey', async () => {
      const ann = await newPasskeyUser();
      const token = await linkFor(ann);
      const { body } = await client.get(`/api/auth/validate-reset-token/${token}`).expect(200);
      expect(body).toMatchObject({ data: { twoFactor: true, passkey: true } });
      await reset(token, {}).expect(400);
      await reset(token, { code: '123456' }).expect(400);
      const options = await optionsOf('/api/auth/reset-password/passkey', { token });
      await reset(token, { passkey: ann.passkey.get(options) }).expect(200);
      const { passkey } = await login({ ...ann, password: 'Another-1!' });
      expect(passkey).toBeDefined();
    });

    it('consumes the challenge of a refused passkey but not the link', async () => {
      const ann = await newPasskeyUser();
      const token = await linkFor(ann);
      const options = await optionsOf('/api/auth/reset-password/passkey', { token });
      const unverified = ann.passkey.get(options, { verified: false });
      await reset(token, { passkey: unverified }).expect(400);
      await reset(token, { passkey: ann.passkey.get(options) }).expect(400);
      await reset(token, { code: ann.recoveryCodes[0] }).expect(200);
    });

    it('issues no challenge for an invalid link', async () => {
      await client.post('/api/auth/reset-password/passkey', { token: 'x'.repeat(43) }).expect(400);
    });
  });

  describe('removal', () => {
    it('keeps two-factor while a factor remains, and then removes the recovery codes', async () => {
      const ann = await newPasskeyUser();
      await addTo(ann);
      const remove = async () => {
        const [{ id = '' } = {}] = (await factorsOf(ann)).passkeys;
        await client.delete(`/api/user/passkeys/${id}`, ann.accessToken).expect(200);
      };
      await remove();
      expect((await factorsOf(ann)).recovery_codes).toBe(10);
      expect((await login(ann)).twoFactorRequired).toBe(true);
      await remove();
      expect(await factorsOf(ann)).toEqual({
        app_enabled_at: null,
        recovery_codes: 0,
        passkeys: [],
        recovery_at: null,
      });
      expect((await login(ann)).twoFactorRequired).toBe(false);
    });

    it("does not find another user's passkey", async () => {
      const ann = await newPasskeyUser();
      const eve = await newPasskeyUser();
      const [{ id = '' } = {}] = (await factorsOf(ann)).passkeys;
      await client.delete(`/api/user/passkeys/${id}`, eve.accessToken).expect(404);
      expect((await factorsOf(ann)).passkeys).toHaveLength(1);
    });

    it('keeps passkeys and recovery codes when the app is removed', async () => {
      const ann = await newTwoFactorCustomer(app);
      await addTo(ann);
      await client.delete('/api/user/2fa', ann.accessToken).expect(200);
      expect(await factorsOf(ann)).toMatchObject({
        app_enabled_at: null,
        recovery_codes: 10,
        passkeys: [{}],
      });
    });
  });
});
