import { Pool } from 'pg';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { HousekeepingService } from '../../src/housekeeping/housekeeping.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client } from '../support/client.js';

const TABLES = [
  'captcha_challenge',
  'throttle',
  'email_verification',
  'session',
  'refresh_token',
  'outgoing_mail',
];

describe(HousekeepingService.name, () => {
  let app: AuthApp;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());

  const sweep = async () => {
    await app.get(Jobs).runNow('throttle.prune');
    await app.get(HousekeepingService).sweep();
  };

  const counts = async () => {
    const result: Record<string, number> = {};
    for (const table of TABLES) {
      result[table] = (await app.database.query(`SELECT 1 FROM ${table}`)).length;
    }
    return result;
  };

  it('deletes expired rows only', async () => {
    const client = new Client(app);
    const ann = await client.newUser();
    await client.challenge();
    await app.mailTo(ann.user.email ?? '');
    // Waits, because a mail arrives slightly before it is marked as sent.
    await waitFor(
      async () =>
        (await app.database.query('SELECT 1 FROM outgoing_mail WHERE sent_at IS NULL')).length ===
        0,
    );
    // Keeps all throttle rows in use, so that the result does not depend on which of them have expired.
    await app.database.query(`UPDATE throttle SET used_until = now() + interval '1 hour'`);
    const before = await counts();
    await sweep();
    expect(await counts()).toEqual(before);
    expect(Object.values(before).every((count) => count > 0)).toBe(true);

    await app.database.query(`
      UPDATE captcha_challenge SET expires_at = now() - interval '1 second';
      UPDATE throttle SET used_until = now() - interval '1 second';
      UPDATE email_verification SET expires_at = now() - interval '2 days';
      UPDATE session SET expires_at = now() - interval '1 second';
      -- One of theirs that is remembered no longer.
      INSERT INTO session (id, user_id, rotated_at, created_at, expires_at)
        SELECT gen_random_uuid(), user_id, now(), now(), now() - interval '61 days' FROM session;
      UPDATE outgoing_mail SET sent_at = now() - interval '31 days';
    `);
    await sweep();
    const sessions = before.session;
    expect(await counts()).toEqual({
      ...Object.fromEntries(TABLES.map((table) => [table, 0])),
      session: sessions,
    });

    // The newest session stays as evidence that the user has signed in before.
    await app.database.query(`UPDATE session SET expires_at = now() - interval '1 year'`);
    await app.get(HousekeepingService).sweep();
    expect((await counts()).session).toBe(sessions);
  });

  it('continues after a failed deletion and reports it', async () => {
    await app.database.query(`
      INSERT INTO outgoing_mail (id, kind, next_attempt_at, give_up_at, sent_at, created_at)
        VALUES (gen_random_uuid(), 'expired', now(), now(), now() - interval '31 days', now());
      ALTER TABLE captcha_challenge RENAME TO unreachable`);
    try {
      await expect(app.get(HousekeepingService).sweep()).rejects.toThrow('1 deletion');
    } finally {
      await app.database.query('ALTER TABLE unreachable RENAME TO captcha_challenge');
    }
    expect(await app.database.query(`SELECT 1 FROM outgoing_mail WHERE kind = 'expired'`)).toEqual(
      [],
    );
  });

  it('deletes in small statements', async () => {
    await app.database.query(`
      INSERT INTO outgoing_mail (id, kind, next_attempt_at, give_up_at, sent_at, created_at)
        SELECT gen_random_uuid(), 'expired', now(), now(), now() - interval '31 days', now()
        FROM generate_series(1, 2500)`);
    const query = jest.spyOn(Pool.prototype, 'query');
    await app.get(HousekeepingService).sweep();
    const statements = query.mock.calls.filter(([sql]) =>
      String(sql).includes('DELETE FROM outgoing_mail'),
    );
    query.mockRestore();
    expect(statements).toHaveLength(3);
    expect(await app.database.query(`SELECT 1 FROM outgoing_mail WHERE kind = 'expired'`)).toEqual(
      [],
    );
  });

  it('deletes finished reset links, challenges and set-ups, but keeps enabled two-factor', async () => {
    const [over, pending, enabled] = [
      await new Client(app).newUser(),
      await new Client(app).newUser(),
      await new Client(app).newUser(),
    ].map(({ user }) => user.id);
    const left = () =>
      app.database.query(
        `SELECT 'link' AS what, user_id FROM password_reset
         UNION ALL SELECT 'challenge', user_id FROM two_factor_challenge
         UNION ALL SELECT 'two-factor', user_id FROM two_factor ORDER BY what, user_id`,
      );
    await app.database.query(
      `INSERT INTO password_reset (user_id, token_hash, email, epoch, expires_at)
       SELECT u, sha256(u::text::bytea), 'ann@example.test', 1,
         now() + CASE u WHEN $1 THEN interval '-1 second' ELSE interval '1 minute' END
       FROM unnest(ARRAY[$1, $2]::uuid[]) u`,
      [over, pending],
    );
    await app.database.query(
      `INSERT INTO two_factor_challenge (id_hash, user_id, epoch, expires_at)
       SELECT token_hash, user_id, 1, expires_at FROM password_reset`,
    );
    await app.database.query(
      `INSERT INTO two_factor (user_id, sealed_secret, enabled_at, created_at)
       VALUES ($1, '', NULL, now() - interval '25 hours'), ($2, '', NULL, now()),
         ($3, '', now(), now() - interval '25 hours')`,
      [over, pending, enabled],
    );
    await app.get(HousekeepingService).sweep();
    expect(await left()).toEqual([
      { what: 'challenge', user_id: pending },
      { what: 'link', user_id: pending },
      ...[pending, enabled].sort().map((id) => ({ what: 'two-factor', user_id: id })),
    ]);
  });
});
