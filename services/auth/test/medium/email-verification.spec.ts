import { Database } from '@casement/common/data/database/database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { User } from '@casement/proto/http/auth/users.js';
import { MAX_CODE_TRIES } from '../../src/email-verification/email-code.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';

describe('e-mail verification', () => {
  let app: AuthApp;
  let client: Client;
  let ann: SignedInUser;
  let code: string;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = new Client(app);
    ann = await client.newUser();
    code = await codeOf(ann);
  });

  const codeOf = async (user: SignedInUser) => {
    const mail = await app.mailTo(user.user.email ?? '');
    return /code is (\d{6})/.exec(mail.text ?? '')?.[1] ?? '';
  };
  const verify = (submitted: string, user = ann) =>
    client.post('/api/auth/verify-email', { code: submitted }, user.accessToken);
  const resend = (user = ann) => client.post('/api/auth/resend-verification', {}, user.accessToken);
  const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');
  const isVerified = async (user = ann) => {
    const { body } = await client.get('/api/user/profile', user.accessToken).expect(200);
    return (body as { data: { user: User } }).data.user.is_verified;
  };

  describe('POST /auth/verify-email', () => {
    it('§5 returns the verified user', async () => {
      const { body } = await verify(code).expect(200);
      expect(body).toEqual({
        success: true,
        message: 'Email verified',
        data: { user: { ...ann.user, is_verified: true } },
      });
      expect(await isVerified()).toBe(true);
      await published(app, 'auth.email.verified.v1', { userId: ann.user.id });
      await published(app, 'security.audit.recorded.v1', {
        action: 'email.verified',
        target: `user:${ann.user.id}`,
        actorId: ann.user.id,
      });
    });

    it.each(['', '12345', '1234567'])(
      '§5 rejects %j, which has not exactly 6 characters',
      async (submitted) => {
        const { body } = await verify(submitted).expect(400);
        expect(body).toMatchObject({
          code: 'VALIDATION_FAILED',
          message: 'Verification code must be 6 digits',
        });
      },
    );

    it('§8 rejects a wrong code', async () => {
      const { body } = await verify(wrong(code)).expect(400);
      expect(body).toMatchObject({
        code: 'VERIFICATION_CODE_INVALID',
        message: 'Please check your code and try again.',
      });
      expect(await isVerified()).toBe(false);
    });

    it('§9 rejects a code after exactly 15 minutes', async () => {
      const letTimePass = (minutes: number) =>
        app.database.query(
          `UPDATE email_verification SET expires_at = expires_at - make_interval(mins => $1)
           WHERE user_id = $2`,
          [minutes, ann.user.id],
        );
      const bob = await new Client(app).newUser();
      await letTimePass(14);
      await verify(code).expect(200);

      ann = bob;
      await letTimePass(15);
      const { body } = await verify(await codeOf(bob)).expect(400);
      expect(body).toMatchObject({ message: expect.stringMatching(/request a new one/) as string });
    });

    it('accepts a code once', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => verify(code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'ALREADY_VERIFIED',
      });
    });

    it('rejects even the right code after five wrong ones', async () => {
      for (let i = 0; i < MAX_CODE_TRIES; i++) await verify(wrong(code)).expect(400);
      await verify(code).expect(400);
      expect(await isVerified()).toBe(false);
    });

    it('evaluates no more than the allowed tries of 1,000 guesses', async () => {
      const statuses: Record<number, number> = {};
      for (let batch = 0; batch < 20; batch++) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, i) => verify(guess(batch * 50 + i, code))),
        );
        for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
      }
      const [row] = await app.database.query<{ tries: number }>(
        'SELECT tries FROM email_verification WHERE user_id = $1',
        [ann.user.id],
      );
      expect(row?.tries).toBe(MAX_CODE_TRIES);
      // The throttle refuses all other guesses before they are compared.
      expect(statuses[400]).toBeLessThanOrEqual(2 * LIMITS.verification.burst);
      expect((statuses[400] ?? 0) + (statuses[429] ?? 0)).toBe(1_000);
      expect(await isVerified()).toBe(false);
    });

    it("rejects another user's code", async () => {
      const bob = await new Client(app).newUser();
      await verify(code, bob).expect(400);
      expect(await isVerified()).toBe(false);
      expect(await isVerified(bob)).toBe(false);
    });

    it('requires a sign-in', async () => {
      const { body } = await client.post('/api/auth/verify-email', { code }).expect(401);
      expect(body).toMatchObject({ code: 'UNAUTHENTICATED' });
    });

    it('verifies only the address that the code was sent to', async () => {
      await app.database.query(`UPDATE user_account SET email = $2 WHERE id = $1`, [
        ann.user.id,
        `other-${ann.user.email}`,
      ]);
      await verify(code).expect(400);
    });

    it('stores only a hash of the code and leaves it readable nowhere', async () => {
      const rows = await app.database.query(
        `SELECT v.*, m.* FROM email_verification v LEFT JOIN outgoing_mail m ON true
         WHERE v.user_id = $1`,
        [ann.user.id],
      );
      expect(JSON.stringify(rows)).not.toContain(code);
    });
  });

  describe('POST /auth/resend-verification', () => {
    it('sends a new code and voids the old one', async () => {
      await resend().expect(200);
      const next = await waitForAnotherCode(code);
      await verify(code).expect(400);
      await verify(next).expect(200);
    });

    it('sends no code to an address that is being verified concurrently', async () => {
      const { query } = app.database;
      await query('BEGIN');
      await query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [ann.user.id]);
      const racing = resend().then((answer) => answer);
      await waitFor(async () => {
        const waiting = await app.get(Database).query(
          `SELECT 1 FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      });
      await query('COMMIT');
      const { body } = await racing;
      expect(body).toMatchObject({ code: 'ALREADY_VERIFIED' });
    });

    it('is throttled per user', async () => {
      for (let i = 0; i < LIMITS.resend.burst; i++) await resend().expect(200);
      const { body } = await resend().expect(429);
      expect(body).toMatchObject({ code: 'RATE_LIMITED' });
    });

    it('is refused once the address is verified', async () => {
      await verify(code).expect(200);
      const { body } = await resend().expect(409);
      expect(body).toMatchObject({ code: 'ALREADY_VERIFIED' });
    });

    it('asks a legacy user for an address first', async () => {
      await app.database.query(`UPDATE user_account SET email = NULL WHERE id = $1`, [ann.user.id]);
      await resend().expect(409);
    });

    it('requires a sign-in', async () => {
      await client.post('/api/auth/resend-verification').expect(401);
    });

    const waitForAnotherCode = async (old: string): Promise<string> => {
      const count = () =>
        app.mailbox.mails.filter((mail) => mail.to?.[0]?.address === ann.user.email).length;
      await waitFor(() => count() === 2);
      const next = await codeOf(ann);
      expect(next).not.toBe(old);
      return next;
    };
  });
});

/** Returns any code except the right one. */
function guess(n: number, right: string): string {
  const text = String(n).padStart(6, '0');
  return text === right ? '999999' : text;
}
