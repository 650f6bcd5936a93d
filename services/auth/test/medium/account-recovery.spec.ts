import { waitFor } from '@casement/common/testing/wait-for.js';
import { AccountRecoveryService } from '../../src/account-recovery/account-recovery.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';
import {
  newAdministrator,
  newTwoFactorCustomer,
  type TwoFactorAdministrator,
} from '../support/two-factor.js';

describe('account recovery', () => {
  let app: AuthApp;
  let client: Client;
  let admin: SignedInUser;
  let ann: TwoFactorAdministrator;
  beforeAll(async () => {
    app = await authApp();
    admin = await newAdministrator(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = new Client(app);
    ann = await newTwoFactorCustomer(app);
    await verify(ann);
  });

  const verify = ({ user }: SignedInUser) =>
    app.database.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [
      user.id,
    ]);
  const path = ({ user } = ann as SignedInUser) => `/api/admin/users/${user.id}/recovery`;
  const start = (user: SignedInUser = ann, by = admin) =>
    client.post(path(user), {}, by.accessToken);
  const letHoursPass = (hours: number) =>
    app.database.query(
      'UPDATE account_recovery SET effective_at = effective_at - make_interval(hours => $1)',
      [hours],
    );
  const completeDue = () => app.get(AccountRecoveryService).completeDue();
  const needsFactor = async () => {
    const { body } = await new Client(app).login(ann.user.username, ann.password);
    return (body as { data: { twoFactorRequired: boolean } }).data.twoFactorRequired;
  };
  const mails = () =>
    app.mailbox.mails.filter(
      ({ to, subject }) =>
        to?.[0]?.address === ann.user.email && subject === 'Recovery of your Casement account',
    );
  const cancelToken = async () => {
    const mail = await waitFor(() => mails().find(({ text }) => text?.includes('cancel-recovery')));
    return /cancel-recovery=([\w-]+)/.exec(mail.text ?? '')![1];
  };
  const audited = (action: string) =>
    published(app, 'security.audit.recorded.v1', {
      action: `account_recovery.${action}`,
      target: `user:${ann.user.id}`,
    });

  it('removes the second factors after 24 hours and not before, ends all sessions and mails the owner', async () => {
    const { body } = await start().expect(200);
    const { effective_at } = (body as { data: { effective_at: string } }).data;
    expect(new Date(effective_at).getTime() - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await audited('started');
    await letHoursPass(23);
    await completeDue();
    expect(await needsFactor()).toBe(true);
    await letHoursPass(1);
    await Promise.all([completeDue(), completeDue()]);
    expect(await needsFactor()).toBe(false);
    await audited('completed');
    await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(401);
    await waitFor(() => mails().length === 2);
    const rows = await app.database.query('SELECT 1 FROM recovery_code WHERE user_id = $1', [
      ann.user.id,
    ]);
    expect(rows).toHaveLength(0);
  });

  it.each([
    [
      'by the link in the mail, once',
      async () => {
        const token = await cancelToken();
        await client.post('/api/auth/recovery/cancel', { token }).expect(200);
        await client.post('/api/auth/recovery/cancel', { token }).expect(400);
      },
    ],
    [
      'by the signed-in owner, who sees it',
      async () => {
        const { body } = await client.get('/api/user/2fa', ann.accessToken);
        expect(body).toMatchObject({ data: { recovery_at: expect.any(String) as string } });
        await client.delete('/api/user/2fa/recovery', ann.accessToken).expect(200);
        await client.delete('/api/user/2fa/recovery', ann.accessToken).expect(404);
      },
    ],
    [
      'by "Revoke everything else", which keeps the second factors',
      () =>
        client
          .post('/api/user/access/revoke', {}, ann.accessToken)
          .expect(200) as PromiseLike<unknown>,
    ],
    [
      'by an administrator',
      () => client.delete(path(), admin.accessToken).expect(200) as PromiseLike<unknown>,
    ],
  ])('can be cancelled %s', async (_, cancel) => {
    await start().expect(200);
    await cancel();
    await audited('cancelled');
    await letHoursPass(25);
    await completeDue();
    expect(await needsFactor()).toBe(true);
  });

  it('keeps the waiting time of the first start', async () => {
    const first = await start().expect(200);
    const second = await start().expect(200);
    expect((second.body as { data: unknown }).data).toEqual((first.body as { data: unknown }).data);
    await waitFor(() => mails().length === 1);
  });

  it('is refused without a second factor, without a verified address and for administrators', async () => {
    const plain = await client.newUser();
    await verify(plain);
    const unverified = await newTwoFactorCustomer(app);
    for (const user of [plain, unverified, admin]) {
      const { body } = await start(user).expect(409);
      expect(body).toMatchObject({ code: 'RECOVERY_UNAVAILABLE' });
    }
  });

  it('spares a customer who became an administrator while it waited', async () => {
    await start().expect(200);
    await app.database.query('UPDATE user_account SET admin = true WHERE id = $1', [ann.user.id]);
    await letHoursPass(25);
    await completeDue();
    expect(await needsFactor()).toBe(true);
  });

  it('is only for administrators with a recent confirmation', async () => {
    const eve = await client.newUser();
    await start(ann, eve).expect(403);
    await client.delete(path(), eve.accessToken).expect(403);
    await client.get(path(), eve.accessToken).expect(403);
    const old = await newAdministrator(app);
    await app.database.query(
      `UPDATE session SET created_at = now() - interval '6 min' WHERE user_id = $1`,
      [old.user.id],
    );
    const login = await client.postWithCookie('/api/auth/refresh', old.refreshToken);
    const { accessToken } = (login.body as { data: { accessToken: string } }).data;
    const { body } = await start(ann, { ...old, accessToken }).expect(403);
    expect(body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  });

  it("does not cancel another user's recovery", async () => {
    await start().expect(200);
    const eve = await client.newUser();
    await client.delete('/api/user/2fa/recovery', eve.accessToken).expect(404);
    const { body } = await client.get(path(), admin.accessToken).expect(200);
    expect(body).toMatchObject({
      data: { available: true, effective_at: expect.any(String) as string },
    });
  });
});
