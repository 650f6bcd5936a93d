import type { OwnTwoFactor, TwoFactorSetupResponse } from '@casement/proto/http/auth/two-factor.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';
import { codeOf, forgetLastCode, newTwoFactorCustomer, wrongCode } from '../support/two-factor.js';

describe('/user/2fa', () => {
  let app: AuthApp;
  let client: Client;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    client = new Client(app);
  });

  const post = (path: string, { accessToken }: SignedInUser, body: object = {}) =>
    client.post(`/api/user/2fa/${path}`, body, accessToken);
  const describeOf = async ({ accessToken }: SignedInUser) => {
    const { body } = await client.get('/api/user/2fa', accessToken).expect(200);
    return (body as { data: OwnTwoFactor }).data;
  };
  const setUp = async (user: SignedInUser) => {
    const { body } = await post('setup', user).expect(200);
    return (body as { data: TwoFactorSetupResponse }).data.secret;
  };
  const signIn = async ({ user, password }: SignedInUser, code: string) => {
    const { body } = await client.login(user.username, password);
    const { challengeId } = (body as { data: { challengeId: string } }).data;
    return client.post('/api/auth/2fa/verify', { challengeId, code });
  };
  const age = async ({ user, refreshToken }: SignedInUser) => {
    await app.database.query(
      `UPDATE session SET created_at = now() - interval '6 min', confirmed_at = NULL WHERE user_id = $1`,
      [user.id],
    );
    const { body } = await client.postWithCookie('/api/auth/refresh', refreshToken).expect(200);
    return (body as { data: { accessToken: string } }).data.accessToken;
  };
  const mailsTo = ({ user }: SignedInUser) =>
    app.mailbox.mails.filter(
      ({ to, subject }) =>
        to?.[0]?.address === user.email &&
        subject === 'The sign-in settings of your Casement account were changed',
    );

  it('lets a customer add an app, which later sign-ins ask for, and remove it', async () => {
    const ann = await client.newUser();
    expect(await describeOf(ann)).toEqual({
      app_enabled_at: null,
      recovery_codes: 0,
      passkeys: [],
      recovery_at: null,
    });
    const secret = await setUp(ann);
    await post('enable', ann, { secret, code: await codeOf(secret) }).expect(200);
    expect(await describeOf(ann)).toEqual({
      app_enabled_at: expect.any(String) as string,
      recovery_codes: 10,
      passkeys: [],
      recovery_at: null,
    });
    await forgetLastCode(app, ann.user.id);
    expect((await signIn(ann, await codeOf(secret))).status).toBe(200);

    await client.delete('/api/user/2fa', ann.accessToken).expect(200);
    expect(await describeOf(ann)).toEqual({
      app_enabled_at: null,
      recovery_codes: 0,
      passkeys: [],
      recovery_at: null,
    });
    const { body } = await client.login(ann.user.username, ann.password);
    expect(body).toMatchObject({ data: { twoFactorRequired: false } });
    await client.delete('/api/user/2fa', ann.accessToken).expect(409);
  });

  it('records each change and mails it to the owner, and to no administrator', async () => {
    const ann = await newTwoFactorCustomer(app);
    await post('recovery-codes', ann).expect(200);
    await client.delete('/api/user/2fa', ann.accessToken).expect(200);
    const texts = await waitFor(() => mailsTo(ann).length === 3 && mailsTo(ann));
    for (const what of [
      'An authenticator app was added',
      'New recovery codes replaced the old ones',
      'The authenticator app was removed',
    ]) {
      expect(texts.filter(({ text }) => text?.includes(what))).toHaveLength(1);
    }
    for (const action of ['enabled', 'codes_renewed', 'disabled']) {
      await published(app, 'security.audit.recorded.v1', {
        action: `two_factor.${action}`,
        actorId: ann.user.id,
      });
    }
    expect(app.mailbox.mails.filter(({ text }) => text?.includes('for the administrator'))).toEqual(
      [],
    );
  });

  it('refuses every change with an old token, also of a set-up that the owner began', async () => {
    const ann = await client.newUser();
    const secret = await setUp(ann);
    const accessToken = await age(ann);
    const old = { ...ann, accessToken };
    const refused = { code: 'STEP_UP_REQUIRED' };
    const code = await codeOf(secret);
    expect((await post('setup', old).expect(403)).body).toMatchObject(refused);
    expect((await post('enable', old, { secret, code }).expect(403)).body).toMatchObject(refused);
    expect((await post('recovery-codes', old).expect(403)).body).toMatchObject(refused);
    const removed = await client.delete('/api/user/2fa', accessToken).expect(403);
    expect(removed.body).toMatchObject(refused);
    expect(await describeOf(old)).toMatchObject({ app_enabled_at: null });
  });

  it('confirms a change by a code of the app or a recovery code, and not by the password', async () => {
    const ann = await newTwoFactorCustomer(app);
    const accessToken = await age(ann);
    const stepUp = (body: object) => client.post('/api/auth/step-up', body, accessToken);
    const byPassword = await stepUp({ password: ann.password }).expect(400);
    expect(byPassword.body).toMatchObject({ details: [{ path: 'code' }] });
    await stepUp({ code: await wrongCode(ann.secret) }).expect(400);
    const code = ann.recoveryCodes[0];
    const { body } = await stepUp({ code }).expect(200);
    await stepUp({ code }).expect(400);
    const confirmed = (body as { data: { accessToken: string } }).data.accessToken;
    await client.delete('/api/user/2fa', confirmed).expect(200);
  });

  it('accepts one of ten parallel uses of a recovery code', async () => {
    const ann = await newTwoFactorCustomer(app);
    const [code = ''] = ann.recoveryCodes;
    const challenges = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { body } = await new Client(app).login(ann.user.username, ann.password);
        return (body as { data: { challengeId: string } }).data.challengeId;
      }),
    );
    const answers = await Promise.all(
      [...challenges, ...challenges].map((challengeId) =>
        client.post('/api/auth/2fa/verify', { challengeId, code }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await describeOf(ann)).toMatchObject({ recovery_codes: 9 });
  });

  it('voids the old recovery codes when new ones are created', async () => {
    const ann = await newTwoFactorCustomer(app);
    const { body } = await post('recovery-codes', ann).expect(200);
    const { recoveryCodes } = (body as { data: { recoveryCodes: string[] } }).data;
    expect(recoveryCodes).toHaveLength(10);
    expect((await signIn(ann, ann.recoveryCodes[0])).status).toBe(400);
    expect((await signIn(ann, recoveryCodes[0])).status).toBe(200);
  });

  it('creates no recovery codes without a second factor', async () => {
    const ann = await client.newUser();
    const { body } = await post('recovery-codes', ann).expect(409);
    expect(body).toMatchObject({ code: 'TWO_FACTOR_NOT_SET_UP' });
  });

  it('ends the other sessions of the customer', async () => {
    const ann = await client.newUser();
    const other = await new Client(app).again(ann);
    const secret = await setUp(ann);
    await post('enable', ann, { secret, code: await codeOf(secret) }).expect(200);
    await waitFor(
      async () => (await client.get('/api/user/profile', other.accessToken)).status === 401,
    );
    await client.get('/api/user/profile', ann.accessToken).expect(200);
  });

  it('does not accept the secret of another customer', async () => {
    const [ann, bob] = [await client.newUser(), await client.newUser()];
    const foreign = await setUp(bob);
    await setUp(ann);
    const body = { secret: foreign, code: await codeOf(foreign) };
    await post('enable', ann, body).expect(409);
  });

  it('limits changes per user, each of which mails the owner', async () => {
    const ann = await newTwoFactorCustomer(app);
    for (let n = 1; n < LIMITS.factorChanges.burst; n += 1) {
      await post('recovery-codes', ann).expect(200);
    }
    await post('recovery-codes', ann).expect(429);
    await client.delete('/api/user/2fa', ann.accessToken).expect(429);
  });
});
