import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { JwksKeys } from '@casement/common/platform/auth/jwks-keys.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { testTokens } from '@casement/common/testing/test-tokens.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { sample } from './sample/sample.service.js';

describe('access control', () => {
  let app: TestApp;
  beforeAll(async () => {
    // Disables the pause between key fetches, so that the tests need not wait for it.
    const tokens = await testTokens();
    const keys = new JwksKeys(tokens.jwksUrl, { retryMs: 0, maxAgeMs: 300_000 });
    const env = { TRUSTED_PROXIES: '127.0.0.1' };
    app = await testApp(sample, { env, tokens, override: [[JwksKeys, keys]] });
  });
  afterAll(async () => {
    await app.close();
    await app.tokens.close();
  });

  const mine = (headers: Record<string, string>) => app.http.get('/api/sample/mine').set(headers);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it('accepts a signed-in user and provides the actor', async () => {
    const subject = { userId: newId(), sessionId: newId(), epoch: 3, admin: false };
    const { body } = await mine(app.as(subject)).expect(200);
    const time = expect.any(Number) as number;
    const data = { ...subject, needsTwoFactor: false, confirmedAt: time, expiresAt: time };
    expect(body).toEqual({ success: true, message: 'This is you', data });
  });

  it('rejects a missing token, garbage and a token of an unknown key', async () => {
    const stranger = await testTokens();
    for (const headers of [
      {},
      bearer('rubbish'),
      bearer('a.b.c'),
      bearer(stranger.token()),
      bearer(unsigned(app.tokens.token())),
    ]) {
      const { body } = await mine(headers).expect(401);
      expect(body).toMatchObject({ success: false, code: 'UNAUTHENTICATED' });
    }
    await stranger.close();
  });

  it('distinguishes an expired token from an invalid one', async () => {
    const { body } = await mine(app.as({ expiresInSeconds: -10 })).expect(401);
    expect(body.code).toBe('TOKEN_EXPIRED');
  });

  it('signals a forged token, but not an expired or missing one', async () => {
    const from = { 'X-Real-IP': '198.51.100.7' };
    await mine({ ...from, ...app.as({ expiresInSeconds: -10 }) }).expect(401);
    await mine(from).expect(401);
    await mine({ ...from, ...bearer('rubbish') }).expect(401);
    await app.get(Signals).flush();
    const rows = await app.database.query<{ payload: string }>(
      `SELECT payload FROM outbox WHERE payload LIKE '%198.51.100.7%'`,
    );
    expect(rows.map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([
      { kind: 'token_refused', ip: '198.51.100.7', detail: 'access token' },
    ]);
  });

  it('denies all routes to an administrator who has to set up two-factor first', async () => {
    const call = (needsTwoFactor: boolean) =>
      app.http.get('/api/sample/admin').set(app.as({ admin: true, needsTwoFactor }));
    expect((await call(true).expect(403)).body).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    await call(false).expect(200);
  });

  it('rejects ordinary users on administrator routes', async () => {
    const { body } = await app.http.get('/api/sample/admin').set(app.as()).expect(403);
    expect(body.code).toBe('FORBIDDEN');
    await app.http.get('/api/sample/admin').expect(401);
    await app.http
      .get('/api/sample/admin')
      .set(app.as({ admin: true }))
      .expect(200);
  });

  it('rejects only the session that was ended', async () => {
    const ended = { userId: newId(), sessionId: newId() };
    await app.get(EdgeWriter).revokeSession(ended.sessionId);
    await waitFor(() => app.get(EdgeState).isRevoked({ ...ended, epoch: 0 }));
    const { body } = await mine(app.as(ended)).expect(401);
    expect(body.code).toBe('SESSION_REVOKED');
    await mine(app.as({ userId: ended.userId })).expect(200);
  });

  it('checks for ended sessions even if the token is cached', async () => {
    const ended = { userId: newId(), sessionId: newId() };
    const token = app.as(ended);
    await mine(token).expect(200);
    await mine(token).expect(200);
    await app.get(EdgeWriter).revokeSession(ended.sessionId);
    await waitFor(() => app.get(EdgeState).isRevoked({ ...ended, epoch: 0 }));
    const { body } = await mine(token).expect(401);
    expect(body.code).toBe('SESSION_REVOKED');
  });

  it('rejects tokens of an older epoch, even after a late older event', async () => {
    const userId = newId();
    await app.get(EdgeWriter).revokeUser(userId, 5);
    await app.get(EdgeWriter).revokeUser(userId, 2);
    await waitFor(() => app.get(EdgeState).isRevoked({ userId, sessionId: '', epoch: 4 }));
    await mine(app.as({ userId, epoch: 4 })).expect(401);
    await mine(app.as({ userId, epoch: 5 })).expect(200);
    await app.get(EdgeWriter).revokeUser(userId);
    await waitFor(() => app.get(EdgeState).isRevoked({ userId, sessionId: '', epoch: 99 }));
    await mine(app.as({ userId, epoch: 5 })).expect(401);
  });

  it('loads new keys as soon as a token names one and drops withdrawn keys', async () => {
    const before = app.tokens.token();
    await mine(bearer(before)).expect(200);
    app.tokens.rotate();
    await mine(app.as()).expect(200);
    await mine(bearer(before)).expect(200);
    app.tokens.rotate({ withdraw: true });
    await mine(app.as()).expect(200);
    await mine(bearer(before)).expect(401);
  });

  it('keeps its keys while auth is away', async () => {
    await mine(app.as()).expect(200);
    app.tokens.down = true;
    const known = app.tokens.token();
    await mine(bearer(known)).expect(200);
    await app.get(JwksKeys).refresh();
    await mine(bearer(known)).expect(200);
    app.tokens.down = false;
  });

  it('loads keys before the first token, so that a new replica does not need auth then', async () => {
    const tokens = await testTokens();
    const replica = await testApp(sample, { tokens });
    await waitFor(() => replica.get(JwksKeys).loaded);
    tokens.down = true;
    await replica.http.get('/api/sample/mine').set(replica.as()).expect(200);
    await replica.close();
    await tokens.close();
  });

  it('answers 503 instead of 401 if it never loaded any keys', async () => {
    const tokens = await testTokens();
    tokens.down = true;
    const fresh = await testApp(sample, { tokens });
    const { body } = await fresh.http.get('/api/sample/mine').set(fresh.as()).expect(503);
    expect(body.code).toBe('UNAVAILABLE');
    await fresh.close();
    await tokens.close();
  });

  it('keeps keys and revocations of two apps in one process separate', async () => {
    const other = await testApp(sample);
    try {
      const session = { userId: newId(), sessionId: newId() };
      const [ownToken, otherToken] = [app.as(session), other.as(session)];
      const callOther = (headers: Record<string, string>) =>
        other.http.get('/api/sample/mine').set(headers);
      await mine(ownToken).expect(200);
      await callOther(otherToken).expect(200);
      await mine(otherToken).expect(401);
      await callOther(ownToken).expect(401);

      await other.get(EdgeWriter).revokeSession(session.sessionId);
      await waitFor(() => other.get(EdgeState).isRevoked({ ...session, epoch: 0 }));
      expect((await callOther(otherToken).expect(401)).body.code).toBe('SESSION_REVOKED');
      await mine(ownToken).expect(200);
    } finally {
      await other.close();
    }
    await mine(app.as()).expect(200);
  });

  describe('request from a page of another site', () => {
    const from = '198.51.100.8';
    const foreign: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.test' },
      { Origin: 'null' },
    ];

    it.each(foreign)(
      'is refused before it tests a secret, and is not counted: %j',
      async (marks) => {
        const headers = { 'X-Real-IP': from, ...marks, ...bearer('rubbish') };
        const { body } = await mine(headers).expect(403);
        expect(body).toMatchObject({
          code: 'FORBIDDEN',
          message: 'This request is only for our own pages.',
        });
        await app.get(Signals).flush();
        const raised = await app.database.query(`SELECT 1 FROM outbox WHERE payload LIKE $1`, [
          `%${from}%`,
        ]);
        expect(raised).toEqual([]);
      },
    );

    it.each(foreign)("is refused even with a user's token: %j", async (marks) => {
      await mine({ ...marks, ...app.as({ userId: newId() }) }).expect(403);
    });

    it('is distinguished from our own pages and from programs', async () => {
      const own = { Origin: 'http://localhost:8080', 'Sec-Fetch-Site': 'same-origin' };
      await mine({ ...own, ...app.as({ userId: newId() }) }).expect(200);
      await mine({ 'Sec-Fetch-Site': 'none', ...app.as({ userId: newId() }) }).expect(200);
      await mine(app.as({ userId: newId() })).expect(200);
    });
  });

  describe('request from a blocked address', () => {
    const from = { 'X-Real-IP': '203.0.113.77' };
    beforeAll(async () => {
      await app.get(EdgeWriter).block({ ip: '203.0.113.77', reason: 'test' });
      await waitFor(() => app.get(EdgeState).isBlocked('203.0.113.77'));
    });

    it('is refused before its body is read', async () => {
      const { body } = await app.http
        .post('/api/sample/orders')
        .set(from)
        .set('content-type', 'application/json')
        .send('{"broken')
        .expect(403);
      expect(body).toMatchObject({ success: false, code: 'IP_BLOCKED' });
      await app.http.get('/api/sample/open').set('X-Real-IP', '203.0.113.78').expect(200);
    });

    it('is refused for unknown paths too', async () => {
      const { body } = await app.http.get('/api/nothing').set(from).expect(403);
      expect(body.code).toBe('IP_BLOCKED');
    });

    it('is accepted only with a valid signature or agent token', async () => {
      const callback = () => app.http.post('/api/sample/callback').set(from);
      await callback().set('x-signature', 'right').expect(200);
      expect((await callback().expect(403)).body.code).toBe('IP_BLOCKED');
      await app.http.get('/api/sample/agent/right').set(from).expect(200);
      const agent = await app.http.get('/api/sample/agent/wrong').set(from).expect(403);
      expect(agent.body.code).toBe('IP_BLOCKED');
      await app.http.get('/api/sample/agent/wrong').expect(401);
    });
  });
});

/** Returns a token with the same claims but without a signature. */
function unsigned(token: string): string {
  const [header = '', claims = ''] = token.split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT', kid })).toString('base64url');
  return `${none}.${claims}.`;
}
