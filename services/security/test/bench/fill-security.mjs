/**
 * Inserts rows as a month of constant attacks would leave them, evenly spread over 30 days. Uses SQL statements, so
 * that a million rows take a minute.
 */
const AT = `now() - interval '30 days' * (1 - n::float8 / $1)`;
const IP = `(100 + n % 100) || '.' || n / 100 % 250 || '.' || n / 25000 % 250 || '.' || n % 250`;

/**
 * @param database result of testDatabase
 * @param rows number of signals, of alerts and of audit entries
 * @param blocks number of blocks and of recoveries
 */
export async function fillSecurity(database, { rows, blocks }) {
  await database.query('SET statement_timeout = 0');
  const id = `lpad(to_hex(n), 8, '0')::text || '-0000-7000-8000-000000000000'`;
  await database.query(
    `INSERT INTO signal (id, kind, ip, source, user_id, service, detail, occurred_at)
     SELECT (${id})::uuid, (ARRAY['login_failed','captcha_failed','unknown_path'])[1 + n % 3], ${IP}, ${IP}, NULL, 'auth',
            'name-' || n % 1000, ${AT}
       FROM generate_series(1, $1::int) AS n`,
    [rows],
  );
  await database.query(
    `INSERT INTO alert (id, type, severity, ip, source, rule, message, count, outcome, created_at)
     SELECT (${id})::uuid, (ARRAY['brute_force','rate_limit','suspicious'])[1 + n % 3],
            (ARRAY['low','medium','high','medium'])[1 + n % 4], ${IP}, ${IP}, 'password-guessing',
            '20 failed sign-ins within 10 minutes', 20, 'blocked', ${AT}
       FROM generate_series(1, $1::int) AS n`,
    [rows],
  );
  await database.query(
    `INSERT INTO audit_entry (id, actor_id, action, target, before, after, ip, service, occurred_at)
     SELECT (${id})::uuid, (lpad(to_hex(n % 20), 8, '0') || '-0000-7000-8000-0000000000aa')::uuid,
            (ARRAY['ip.blocked','ip.unblocked','quota.adjusted','rule.updated'])[1 + n % 4], 'ip:' || ${IP}, '',
            '{"reason":"bench"}', '127.0.0.1', 'security', ${AT}
       FROM generate_series(1, $1::int) AS n`,
    [rows],
  );
  // About six in ten blocks are in force and three in ten were lifted; a few have expired or have not reached the
  // enforcement points yet.
  await database.query(
    `INSERT INTO blocked_ip (id, ip, block_type, reason, blocked_at, expires_at, attempts, in_force_at, lifted_at)
     SELECT (${id})::uuid, ${IP}, (ARRAY['auto','auto','temporary','manual'])[1 + n % 4], 'Failed sign-ins', ${AT},
            CASE WHEN n % 1000 = 1 THEN now() - interval '1 minute' WHEN n % 4 = 3 THEN NULL ELSE now() + interval '7 days' END,
            1, CASE WHEN n % 1000 = 2 THEN NULL ELSE now() END,
            CASE WHEN n % 10 > 6 AND n % 1000 > 2 THEN now() END
       FROM generate_series(1, $1::int) AS n`,
    [blocks],
  );
  await database.query(
    `INSERT INTO recovery (id, ip, recovery_type, status, attempts, started_at, finished_at)
     SELECT (${id})::uuid, ${IP}, 'expired-block', CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'success' END, 1, ${AT},
            ${AT} + interval '20 milliseconds'
       FROM generate_series(1, $1::int) AS n`,
    [blocks],
  );
  await database.query('VACUUM ANALYZE');
}
