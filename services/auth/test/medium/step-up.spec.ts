import { stepUpRefusals } from '@casement/common/testing/step-up-refusals.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, refreshTokenOf, type SignedInUser } from '../support/client.js';
import { signalled } from '../support/events.js';
import {
  codeOf,
  forgetLastCode,
  newAdministrator,
  newTwoFactorAdministrator,
  wrongCode,
} from '../support/two-factor.js';

interface Body {
  code?: string;
  data: { accessToken: string };
}
const tokenOf = ({ body }: { body: unknown }): string => (body as Body).data.accessToken;

describe('step-up confirmation', () => {
  let app: AuthApp;
  let client: Client;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    client = new Client(app);
  });

  /** Returns a refreshed token of a session that began and was confirmed six minutes ago. */
  const aged = async ({ user, password }: SignedInUser, secret?: string) => {
    let signedIn = await client.login(user.username, password);
    if (secret) {
      await forgetLastCode(app, user.id);
      const { challengeId } = (signedIn.body as { data: { challengeId: string } }).data;
      const code = await codeOf(secret);
      signedIn = await client.post('/api/auth/2fa/verify', { challengeId, code });
      await forgetLastCode(app, user.id);
    }
    await app.database.query(
      `UPDATE session SET created_at = now() - interval '6 min', confirmed_at = NULL WHERE user_id = $1`,
      [user.id],
    );
    const refreshed = await client
      .postWithCookie('/api/auth/refresh', refreshTokenOf(signedIn))
      .expect(200);
    return { accessToken: tokenOf(refreshed), refreshToken: refreshTokenOf(refreshed) };
  };
  const stepUp = (accessToken: string, body: object) =>
    client.post('/api/auth/step-up', body, accessToken);
  const promote = (accessToken: string, id: string) =>
    client.put(`/api/admin/users/${id}`, { admin: 1 }, accessToken);

  it('prevents a stolen token from changing roles, deleting users or setting up two-factor', async () => {
    const ann = await newAdministrator(app);
    const bob = await client.newUser();
    const { accessToken } = await aged(ann);
    const refused = { code: 'STEP_UP_REQUIRED' };
    expect((await promote(accessToken, bob.user.id).expect(403)).body).toMatchObject(refused);
    for (const path of [`/api/admin/users/${bob.user.id}`, '/api/user/account']) {
      expect((await client.delete(path, accessToken).expect(403)).body).toMatchObject(refused);
    }
    await client.post('/api/admin/2fa/setup', {}, accessToken).expect(403);
    await client.get('/api/user/profile', bob.accessToken).expect(200);
    // The first page of a list needs no recent confirmation.
    await client.get('/api/admin/users', accessToken).expect(200);
  });

  it('§6 refuses an old confirmation on every route with an effect on money, access, data or availability', async () => {
    const { accessToken } = await aged(await newAdministrator(app));
    expect(await stepUpRefusals(app, { authorization: `Bearer ${accessToken}` })).toEqual([
      'DELETE /api/admin/operations/auth/dead-letters/:id',
      'DELETE /api/admin/users/:id',
      'DELETE /api/admin/users/:id/api-keys/:key',
      'DELETE /api/user/2fa',
      'DELETE /api/user/account',
      'DELETE /api/user/passkeys/:id',
      'DELETE /api/user/sessions',
      'DELETE /api/user/sessions/:id',
      'GET /api/admin/users',
      'POST /api/admin/2fa/setup',
      'POST /api/admin/legal/:page/publish',
      'POST /api/admin/users/:id/recovery',
      'POST /api/admin/users/actions',
      'POST /api/migration/add-email',
      'POST /api/user/2fa/enable',
      'POST /api/user/2fa/recovery-codes',
      'POST /api/user/2fa/setup',
      'POST /api/user/account/export',
      'POST /api/user/api-keys',
      'POST /api/user/device-logins/approve',
      'POST /api/user/email',
      'POST /api/user/passkeys',
      'POST /api/user/passkeys/options',
      'PUT /api/admin/brand',
      'PUT /api/admin/users/:id',
    ]);
  });

  it('confirms only this session by password and survives a refresh', async () => {
    const ann = await newAdministrator(app);
    const bob = await client.newUser();
    const session = await aged(ann);
    const other = await aged(ann);
    const confirmed = tokenOf(
      await stepUp(session.accessToken, { password: ann.password }).expect(200),
    );
    await promote(confirmed, bob.user.id).expect(200);

    const refreshed = await client.postWithCookie('/api/auth/refresh', session.refreshToken);
    await promote(tokenOf(refreshed), bob.user.id).expect(200);
    await promote(other.accessToken, bob.user.id).expect(403);
  });

  it('expires after five minutes', async () => {
    const ann = await newAdministrator(app);
    const session = await aged(ann);
    await stepUp(session.accessToken, { password: ann.password }).expect(200);
    await app.database.query(
      `UPDATE session SET confirmed_at = now() - interval '301 s' WHERE user_id = $1`,
      [ann.user.id],
    );
    const refreshed = await client.postWithCookie('/api/auth/refresh', session.refreshToken);
    await promote(tokenOf(refreshed), ann.user.id).expect(403);
  });

  it('throttles wrong passwords', async () => {
    const ann = await newAdministrator(app);
    const { accessToken } = await aged(ann);
    for (let n = 0; n < LIMITS.passwordChange.burst; n += 1) {
      const { body } = await stepUp(accessToken, { password: `Guess-${n}!` }).expect(400);
      expect(body).toMatchObject({ code: 'WRONG_PASSWORD' });
    }
    await stepUp(accessToken, { password: ann.password }).expect(429);
    await signalled(app, { kind: 'password_change_failed', userId: ann.user.id });
  });

  it('requires the code with two-factor because the password may have been stolen too', async () => {
    const ann = await newTwoFactorAdministrator(app);
    const { accessToken } = await aged(ann, ann.secret);
    const withPassword = await stepUp(accessToken, { password: ann.password }).expect(400);
    expect(withPassword.body).toMatchObject({ details: [{ path: 'code' }] });
    const wrong = await stepUp(accessToken, { code: await wrongCode(ann.secret) }).expect(400);
    expect(wrong.body).toMatchObject({ code: 'TWO_FACTOR_CODE_INVALID' });
    const code = await codeOf(ann.secret);
    const confirmed = tokenOf(await stepUp(accessToken, { code }).expect(200));
    await promote(confirmed, ann.user.id).expect(200);
    await stepUp(accessToken, { code }).expect(400);
  });

  it.each([
    ['a new password does not confirm a session with two-factor', newTwoFactorAdministrator, 403],
    ['the current password confirms a session without two-factor', newAdministrator, 200],
  ])('%s', async (_, newAdmin, status) => {
    const ann = await newAdmin(app);
    const session = await aged(ann, 'secret' in ann ? (ann.secret as string) : undefined);
    const change = { currentPassword: ann.password, newPassword: 'another-long-password-1' };
    const changed = await client
      .post('/api/user/update-password', change, session.accessToken)
      .expect(200);
    const { user } = await client.newUser();
    await promote(tokenOf(changed), user.id).expect(status);
    const refreshed = await client
      .postWithCookie('/api/auth/refresh', refreshTokenOf(changed))
      .expect(200);
    await promote(tokenOf(refreshed), user.id).expect(status);
  });

  it('accepts the code of enable and disable as confirmation', async () => {
    const ann = await newTwoFactorAdministrator(app);
    const session = await aged(ann, ann.secret);
    const code = await codeOf(ann.secret);
    await client.post('/api/admin/2fa/disable', { code }, session.accessToken).expect(200);
    const refreshed = await client.postWithCookie('/api/auth/refresh', session.refreshToken);
    await promote(tokenOf(refreshed), ann.user.id).expect(200);
  });

  describe('mails to all administrators', () => {
    const subject = 'Casement: change by an administrator';
    const mailTo = (address: string | null, part: string) =>
      waitFor(() =>
        app.mailbox.mails.find(
          (mail) =>
            mail.to?.[0]?.address === address &&
            mail.subject === subject &&
            mail.text?.includes(part),
        ),
      );

    it('report a promotion and the removal of a second factor', async () => {
      const eve = await newTwoFactorAdministrator(app);
      const ann = await newAdministrator(app);
      const bob = await client.newUser();
      await promote(ann.accessToken, bob.user.id).expect(200);
      const made = `${ann.user.username} made ${bob.user.username} an administrator`;
      for (const { user } of [ann, bob, eve]) await mailTo(user.email, made);

      const code = await codeOf(eve.secret);
      await client.post('/api/admin/2fa/disable', { code }, eve.accessToken).expect(200);
      for (const { user } of [ann, bob, eve]) {
        await mailTo(
          user.email,
          `turned off two-factor authentication for the administrator ${eve.user.username}`,
        );
      }
    });

    it("report once that a product's price changed, with both prices", async () => {
      const ann = await newAdministrator(app);
      const price = { productId: '1', name: 'Quota', priceSen: 100, actorId: ann.user.id };
      const id = '0198c0de-0000-7000-8000-0000000000ab';
      const changed = { ...price, oldPriceSen: 5_000_050 };
      await app.nats.publish('billing.product.priced.v1', changed, { id });
      await app.nats.publish('billing.product.priced.v1', changed, { id });
      const by = `${ann.user.username} changed the price of “Quota” from Rp 50.000,5 to Rp 1`;
      await mailTo(ann.user.email, by);
      await app.nats.publish('billing.product.priced.v1', { ...price, oldPriceSen: undefined });
      await mailTo(ann.user.email, `${ann.user.username} added the product “Quota” at Rp 1`);
      const all = app.mailbox.mails.filter(
        (mail) => mail.to?.[0]?.address === ann.user.email && mail.text?.includes(by),
      );
      expect(all).toHaveLength(1);
    });

    it('report once that a rule was switched off', async () => {
      const ann = await newAdministrator(app);
      const event = { name: 'path-scanning', actorId: ann.user.id };
      const id = '0198c0de-0000-7000-8000-0000000000aa';
      await app.nats.publish('security.rule.switched-off.v1', event, { id });
      await app.nats.publish('security.rule.switched-off.v1', event, { id });
      const by = `${ann.user.username} turned off the security rule “path-scanning”`;
      await mailTo(ann.user.email, by);
      const all = app.mailbox.mails.filter(
        (mail) => mail.to?.[0]?.address === ann.user.email && mail.text?.includes(by),
      );
      expect(all).toHaveLength(1);
    });
  });
});

describe('required two-factor for administrators', () => {
  let app: AuthApp;
  beforeAll(async () => {
    app = await authApp({ env: { ADMIN_TWO_FACTOR_REQUIRED: 'true' } });
  });
  afterAll(() => app.close());

  it('limits administrators without two-factor, including the first one, to its set-up', async () => {
    const client = new Client(app);
    const admin = await client.administrator();
    const { body } = await client.get('/api/admin/users', admin.accessToken).expect(403);
    expect(body).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    await client.get('/api/user/profile', admin.accessToken).expect(200);
    await client.get('/api/admin/2fa/status', admin.accessToken).expect(200);

    const setup = await client.post('/api/admin/2fa/setup', {}, admin.accessToken).expect(200);
    const { secret } = (setup.body as { data: { secret: string } }).data;
    const code = await codeOf(secret);
    await client.post('/api/admin/2fa/enable', { secret, code }, admin.accessToken).expect(200);
    const refreshed = await client.postWithCookie('/api/auth/refresh', admin.refreshToken);
    await client.get('/api/admin/users', tokenOf(refreshed)).expect(200);
  });

  it('does not affect customers', async () => {
    const client = new Client(app);
    const ann = await client.newUser();
    await client.get('/api/user/profile', ann.accessToken).expect(200);
    await client.get('/api/admin/users', ann.accessToken).expect(403);
  });
});
