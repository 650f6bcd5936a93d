import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Response } from 'supertest';
import { Database } from '@casement/common/data/database/database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, refreshCookieOf, refreshTokenOf, type SignedInUser } from '../support/client.js';
import { published, signalled } from '../support/events.js';

const accessTokenOf = (answer: Response) =>
  (answer.body as { data: { accessToken: string } }).data.accessToken;
const sessionOf = (accessToken: string) => decodeJwt(accessToken)['sid'] as string;

describe('sessions', () => {
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

  const refresh = (token: string, origin?: string | null) =>
    client.postWithCookie('/api/auth/refresh', token, origin);
  const letTimePass = (seconds: number) =>
    app.database.query(
      `UPDATE session SET rotated_at = rotated_at - make_interval(secs => $1),
         expires_at = expires_at - make_interval(secs => $1)`,
      [seconds],
    );
  const refused = (answer: Response) => {
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ success: false, code: 'REFRESH_INVALID' });
    return answer;
  };

  describe('access token', () => {
    it('is ES256, valid for 15 minutes, and contains user, session, epoch and role', () => {
      expect(decodeProtectedHeader(ann.accessToken)).toMatchObject({ alg: 'ES256' });
      const claims = decodeJwt(ann.accessToken);
      expect(claims).toMatchObject({ sub: ann.user.id, epoch: 1, admin: 0 });
      expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(15 * 60);
    });

    it('is verified with /internal/jwks.json, which contains no private part', async () => {
      const { body } = await app.http.get('/internal/jwks.json').expect(200);
      const { keys } = body as { keys: Record<string, string>[] };
      expect(keys).toHaveLength(1);
      expect(keys[0]?.['kid']).toBe(decodeProtectedHeader(ann.accessToken).kid);
      expect(keys[0]).not.toHaveProperty('d');
    });
  });

  describe('POST /auth/refresh', () => {
    it('§7 returns an access token for the same session and rotates the cookie', async () => {
      const answer = await refresh(ann.refreshToken).expect(200);
      expect(answer.body).toEqual({
        success: true,
        message: 'Session refreshed',
        data: { accessToken: expect.any(String) as string },
      });
      expect(sessionOf(accessTokenOf(answer))).toBe(sessionOf(ann.accessToken));
      expect(refreshTokenOf(answer)).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(refreshTokenOf(answer)).not.toBe(ann.refreshToken);
      expect(refreshCookieOf(answer)).toMatch(
        /; Path=\/api\/auth; Expires=.*; HttpOnly; Secure; SameSite=Strict$/,
      );
      await client.get('/api/user/profile', accessTokenOf(answer)).expect(200);
    });

    it('ignores the bearer token, which may have expired, and uses only the cookie', async () => {
      const withBearer = (answer: ReturnType<typeof refresh>, bearer: string) =>
        answer.set('Authorization', `Bearer ${bearer}`);
      await withBearer(refresh(ann.refreshToken), 'rubbish').expect(200);
      await withBearer(refresh(ann.refreshToken), `${ann.accessToken}x`).expect(200);
      refused(await client.post('/api/auth/refresh', {}, ann.accessToken));
      // Other routes raise a signal for an invalid token. A signal from the calls above would have arrived before
      // this one.
      await client.get('/api/user/profile', 'rubbish').expect(401);
      await signalled(app, { kind: 'token_refused', ip: client.address });
      const signals = await app.nats.events('security.signal.raised.v1');
      const refusals = signals.filter(
        ({ payload: { kind, ip } }) => kind === 'token_refused' && ip === client.address,
      );
      expect(refusals).toHaveLength(1);
    });

    it('stores refresh tokens hashed', async () => {
      const rows = await app.database.query<{ token_hash: Buffer }>(
        'SELECT token_hash FROM refresh_token',
      );
      for (const { token_hash: hash } of rows) {
        expect(hash).toHaveLength(32);
        expect(hash.toString('base64url')).not.toBe(ann.refreshToken);
      }
    });

    it('issues a sibling to the immediate predecessor within 30 seconds', async () => {
      const first = await refresh(ann.refreshToken).expect(200);
      await letTimePass(25);
      const sibling = await refresh(ann.refreshToken).expect(200);
      expect(refreshTokenOf(sibling)).not.toBe(refreshTokenOf(first));
      await refresh(refreshTokenOf(first)).expect(200);
      await refresh(refreshTokenOf(sibling)).expect(200);
    });

    it('ends the token family when a spent token is reused after 30 seconds', async () => {
      const first = await refresh(ann.refreshToken).expect(200);
      await letTimePass(31);
      refused(await refresh(ann.refreshToken));
      refused(await refresh(refreshTokenOf(first)));

      await signalled(app, { kind: 'refresh_reused', userId: ann.user.id, ip: client.address });
      const sessionId = sessionOf(ann.accessToken);
      await published(app, 'auth.session.revoked.v1', { userId: ann.user.id, sessionId, epoch: 0 });
      // The access token that the thief received is refused everywhere too.
      await waitFor(
        async () => (await client.get('/api/user/profile', accessTokenOf(first))).status === 401,
      );
    });

    it('treats an older token as reuse even within the 30 seconds', async () => {
      const first = await refresh(ann.refreshToken).expect(200);
      const second = await refresh(refreshTokenOf(first)).expect(200);
      refused(await refresh(ann.refreshToken));
      refused(await refresh(refreshTokenOf(second)));
    });

    it('treats a second use of a sibling token after the grace period as reuse', async () => {
      await refresh(ann.refreshToken).expect(200);
      const sibling = await refresh(ann.refreshToken).expect(200);
      const next = await refresh(refreshTokenOf(sibling)).expect(200);
      await letTimePass(31);
      refused(await refresh(refreshTokenOf(sibling)));
      refused(await refresh(refreshTokenOf(next)));
    });

    it('keeps the token family of two honest tabs, however they race', async () => {
      let token = ann.refreshToken;
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all([refresh(token), refresh(token)]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        token = refreshTokenOf(answers[round % 2]);
      }
    });

    it('answers 20 parallel refreshes with one rotation and 19 siblings', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => refresh(ann.refreshToken)),
      );
      expect(new Set(answers.map(refreshTokenOf)).size).toBe(20);
      const [session] = await app.database.query<{ generation: number; revoked_at: Date | null }>(
        'SELECT generation, revoked_at FROM session WHERE user_id = $1',
        [ann.user.id],
      );
      expect(session).toEqual({ generation: 2, revoked_at: null });
    });

    it('refuses a refresh that races with the end of its session', async () => {
      const { query } = app.database;
      await query('BEGIN');
      await query('UPDATE session SET revoked_at = now() WHERE user_id = $1', [ann.user.id]);
      const racing = refresh(ann.refreshToken).then((answer) => answer);
      await waitFor(async () => {
        const waiting = await app.get(Database).query(
          `SELECT 1 FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      });
      await query('COMMIT');
      refused(await racing);
    });

    it('stores at most 1,000 refresh tokens of a session and 200 sessions of a user', async () => {
      const session = sessionOf(ann.accessToken);
      await app.database.query(
        `INSERT INTO refresh_token (token_hash, session_id, generation)
         SELECT int4send(n), $1, -n FROM generate_series(1, 1200) AS n`,
        [session],
      );
      const answer = await refresh(ann.refreshToken).expect(200);
      await refresh(refreshTokenOf(answer)).expect(200);
      const tokens = await app.database.query('SELECT 1 FROM refresh_token WHERE session_id = $1', [
        session,
      ]);
      expect(tokens).toHaveLength(1_000);

      await app.database.query(
        `INSERT INTO session (id, user_id, rotated_at, created_at, expires_at)
         SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, now(), now(), now()
           FROM generate_series(1, 300) AS n`,
        [ann.user.id],
      );
      await client.login(ann.user.username, ann.password);
      const sessions = await app.database.query('SELECT 1 FROM session WHERE user_id = $1', [
        ann.user.id,
      ]);
      expect(sessions).toHaveLength(200);
    });

    it('returns a working session after the response was lost', async () => {
      await refresh(ann.refreshToken).expect(200);
      const again = await refresh(ann.refreshToken).expect(200);
      await refresh(refreshTokenOf(again)).expect(200);
    });

    it('expires 30 days after the sign-in, regardless of refreshes', async () => {
      const DAY = 86_400;
      let token = ann.refreshToken;
      for (let day = 1; day < 30; day++) {
        await letTimePass(DAY);
        token = refreshTokenOf(await refresh(token).expect(200));
      }
      await letTimePass(DAY);
      refused(await refresh(token));
    });

    it('rejects a missing cookie and a token that was never issued', async () => {
      refused(await client.post('/api/auth/refresh'));
      refused(await refresh('A'.repeat(43)));
      refused(await refresh('not-a-token'));
    });

    it.each(['https://evil.test', 'http://casement.example', 'null', null])(
      'rejects Origin %s without spending the token',
      async (origin) => {
        const answer = await refresh(ann.refreshToken, origin).expect(403);
        expect(answer.headers['set-cookie']).toBeUndefined();
        const [session] = await app.database.query<{ generation: number }>(
          'SELECT generation FROM session WHERE user_id = $1',
          [ann.user.id],
        );
        expect(session?.generation).toBe(1);
      },
    );

    it("never affects another user's session", async () => {
      const bob = await new Client(app).newUser();
      await refresh(ann.refreshToken).expect(200);
      await letTimePass(31);
      refused(await refresh(ann.refreshToken));
      await new Client(app).postWithCookie('/api/auth/refresh', bob.refreshToken).expect(200);
    });
  });

  describe('POST /auth/logout', () => {
    const logout = (token: string, origin?: string | null) =>
      client.postWithCookie('/api/auth/logout', token, origin);

    it('clears the cookie and ends the session in every service', async () => {
      const answer = await logout(ann.refreshToken).expect(200);
      expect(refreshCookieOf(answer)).toMatch(
        /^__Secure-casement_refresh=; Path=\/api\/auth; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly/,
      );
      refused(await refresh(ann.refreshToken));
      const { body } = await waitFor(async () => {
        const profile = await client.get('/api/user/profile', ann.accessToken);
        return profile.status === 401 ? profile : undefined;
      });
      expect(body).toMatchObject({ code: 'SESSION_REVOKED' });
    });

    it('§8 clears the cookie even if there is no session to end', async () => {
      for (const token of ['', 'A'.repeat(43), 'not-a-token']) {
        const answer = await logout(token).expect(200);
        expect(refreshCookieOf(answer)).toMatch(/^__Secure-casement_refresh=;/);
      }
      await logout(ann.refreshToken).expect(200);
      await logout(ann.refreshToken).expect(200);
    });

    it('ends the session of the access token if the cookie is missing', async () => {
      await client.post('/api/auth/logout', {}, ann.accessToken).expect(200);
      refused(await refresh(ann.refreshToken));
    });

    it('ends the session of a spent refresh token too', async () => {
      const next = await refresh(ann.refreshToken).expect(200);
      await logout(ann.refreshToken).expect(200);
      refused(await refresh(refreshTokenOf(next)));
    });

    it('ends a single session', async () => {
      const other = await client.login(ann.user.username, ann.password);
      await logout(ann.refreshToken).expect(200);
      await refresh(refreshTokenOf(other)).expect(200);
    });

    it('ignores requests from another origin', async () => {
      const answer = await logout(ann.refreshToken, 'https://evil.test').expect(403);
      expect(answer.headers['set-cookie']).toBeUndefined();
      await refresh(ann.refreshToken).expect(200);
    });
  });

  it('rejects a token whose account was deleted', async () => {
    await app.database.query('DELETE FROM user_account WHERE id = $1', [ann.user.id]);
    await client.get('/api/user/profile', ann.accessToken).expect(401);
    refused(await refresh(ann.refreshToken));
  });
});
