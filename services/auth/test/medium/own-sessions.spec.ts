import { Audit } from '@casement/common/messaging/audit.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { UserSession } from '@casement/proto/http/auth/account.js';
import { HousekeepingService } from '../../src/housekeeping/housekeeping.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, refreshTokenOf, randomAddress, type SignedInUser } from '../support/client.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

describe('/user/sessions', () => {
  let app: AuthApp;
  let client: Client;
  let ann: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = new Client(app);
    ann = await client.newUser();
  });

  const list = async (accessToken = ann.accessToken): Promise<UserSession[]> => {
    const { body } = await client.get('/api/user/sessions', accessToken).expect(200);
    return (body as { data: UserSession[] }).data;
  };
  const signIn = async (from = new Client(app)) => {
    const login = { username: ann.user.username, password: ann.password };
    const answer = await from
      .post('/api/auth/login', { ...login, ...(await from.captcha()) })
      .set('User-Agent', FIREFOX)
      .expect(200);
    const { accessToken } = (answer.body as { data: { accessToken: string } }).data;
    return { accessToken, refreshToken: refreshTokenOf(answer), address: from.address };
  };
  const isEnded = (accessToken: string) =>
    waitFor(async () => (await client.get('/api/user/profile', accessToken)).status === 401);

  it("lists the caller's sessions only, the current one first", async () => {
    const other = await signIn();
    await new Client(app).newUser();
    const sessions = await list();
    expect(sessions).toEqual([
      expect.objectContaining({ current: true, device: 'Unknown device', address: client.address }),
      expect.objectContaining({
        current: false,
        device: 'Firefox on Linux',
        address: other.address,
      }),
    ]);
    expect((await list(other.accessToken)).map(({ id }) => id)).toEqual(
      sessions.map(({ id }) => id).reverse(),
    );
  });

  it('shows time and address of the last refresh of a session', async () => {
    const [before] = await list();
    const elsewhere = new Client(app);
    await elsewhere.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(200);
    const [after] = await list();
    expect(after).toMatchObject({ id: before?.id, address: elsewhere.address });
    expect(Date.parse(after?.last_seen_at ?? '')).toBeGreaterThan(
      Date.parse(before?.last_seen_at ?? ''),
    );
  });

  it('ends a single session in every service', async () => {
    const other = await signIn();
    const id = (await list())[1]?.id ?? '';
    await client.delete(`/api/user/sessions/${id}`, ann.accessToken).expect(200);
    await isEnded(other.accessToken);
    await client.postWithCookie('/api/auth/refresh', other.refreshToken).expect(401);
    expect(await list()).toHaveLength(1);
  });

  it('ends all other sessions and keeps the current one', async () => {
    const others = [await signIn(), await signIn()];
    await client.delete('/api/user/sessions', ann.accessToken).expect(200);
    for (const { accessToken } of others) await isEnded(accessToken);
    expect(await list()).toHaveLength(1);
    await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(200);
  });

  it("responds with 404 for another user's, an ended or a malformed session", async () => {
    const bob = await new Client(app).newUser();
    const [foreign] = await list(bob.accessToken);
    for (const id of [foreign?.id, newId()]) {
      const { body } = await client.delete(`/api/user/sessions/${id}`, ann.accessToken).expect(404);
      expect(body).toMatchObject({ code: 'NOT_FOUND' });
    }
    await client.delete('/api/user/sessions/x', ann.accessToken).expect(400);
    expect(await list(bob.accessToken)).toHaveLength(1);
  });

  it('requires a sign-in', async () => {
    await client.get('/api/user/sessions').expect(401);
    await client.delete('/api/user/sessions').expect(401);
    await client.delete(`/api/user/sessions/${newId()}`).expect(401);
  });

  it('ends and audits a session once', async () => {
    const { accessToken } = await signIn();
    const [other] = (await list(accessToken)).filter(({ current }) => current);
    const end = () => client.delete(`/api/user/sessions/${other?.id}`, ann.accessToken);
    const statuses = (await Promise.all([end(), end(), end()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404, 404]);
    const entries = await app.database.query(
      `SELECT 1 FROM outbox WHERE subject = 'security.audit.recorded.v1'
         AND strpos(payload, 'session.ended') > 0 AND strpos(payload, $1) > 0`,
      [other?.id],
    );
    expect(entries).toHaveLength(1);
  });

  it('ends no session if the audit entry cannot be written', async () => {
    const [session] = await list();
    jest.spyOn(app.get(Audit), 'record').mockRejectedValueOnce(new Error('no'));
    await client.delete(`/api/user/sessions/${session?.id}`, ann.accessToken).expect(500);
    await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(200);
  });

  describe('sign-in from a new network', () => {
    const warnings = () =>
      app.mailbox.mails.filter(
        ({ to, subject }) =>
          to?.[0]?.address === ann.user.email && subject === 'New sign-in to your Casement account',
      );

    it('is reported to the owner with device and address', async () => {
      const { address } = await signIn();
      const mail = await waitFor(() => warnings()[0]);
      expect(mail.text).toContain(`Firefox on Linux, from ${address}`);
      expect(mail.text).toContain('https://casement.example/forgot-password');
    });

    it('is reported once, and not from the network of the registration', async () => {
      const nearby = client.address.replace(/\d+$/, '77');
      await signIn(new Client(app, nearby));
      const otherAddress = randomAddress();
      await signIn(new Client(app, otherAddress));
      await signIn(new Client(app, otherAddress));
      const queued = () =>
        app.database.query(
          `SELECT 1 FROM outgoing_mail WHERE kind = 'new-network' AND sent_at IS NULL`,
        );
      // Waits, because a mail arrives slightly before it is marked as sent.
      await waitFor(async () => warnings().length > 0 && (await queued()).length === 0);
      expect(warnings()).toHaveLength(1);
      expect(warnings()[0]?.text).toContain(otherAddress);
    });

    it('is reported even if all sessions ended long ago', async () => {
      await app.database.query(
        `UPDATE session SET expires_at = now() - interval '1 year' WHERE user_id = $1`,
        [ann.user.id],
      );
      await app.get(HousekeepingService).sweep();
      const { address } = await signIn();
      const mail = await waitFor(() => warnings()[0]);
      expect(mail.text).toContain(address);
    });

    it('is not reported on the first sign-in', async () => {
      await app.database.query('DELETE FROM session WHERE user_id = $1', [ann.user.id]);
      await signIn();
      const mails = await app.database.query(
        `SELECT 1 FROM outgoing_mail WHERE kind = 'new-network' AND created_at >= (
           SELECT created_at FROM user_account WHERE id = $1)`,
        [ann.user.id],
      );
      expect(mails).toEqual([]);
    });
  });
});
