import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Expands: rows and code of before go on as they are. */
export class JudgeSignals1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE signal ADD COLUMN source text`);
    await runner.query(
      `CREATE INDEX signal_by_source ON signal (source, kind, occurred_at) WHERE source IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX signal_by_user ON signal (user_id, kind, occurred_at) WHERE user_id IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX signal_by_kind ON signal (kind, occurred_at)`);
    await runner.query(`CREATE INDEX signal_by_age ON signal (occurred_at)`);
    await runner.query(`
      CREATE TABLE rule (
        name text PRIMARY KEY,
        description text NOT NULL,
        message text NOT NULL,
        kinds text[] NOT NULL,
        per text NOT NULL CHECK (per IN ('address', 'account', 'everywhere')),
        counts text NOT NULL CHECK (counts IN ('signals', 'targets', 'addresses')),
        threshold integer NOT NULL CHECK (threshold > 0),
        window_seconds integer NOT NULL CHECK (window_seconds > 0),
        during text REFERENCES rule,
        alert_type text NOT NULL CHECK (alert_type IN ('brute_force', 'rate_limit', 'suspicious')),
        severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
        decision text NOT NULL CHECK (decision IN ('none', 'temporary', 'block')),
        block_minutes integer NOT NULL DEFAULT 0 CHECK (decision = 'none' OR block_minutes > 0),
        growth double precision NOT NULL DEFAULT 4 CHECK (growth >= 1),
        max_block_minutes integer NOT NULL DEFAULT 10080,
        mode text NOT NULL DEFAULT 'on' CHECK (mode IN ('on', 'simulate', 'off'))
      )`);
    await runner.query(`
      CREATE TABLE standing (
        key text PRIMARY KEY,
        counted_from timestamptz,
        offences integer NOT NULL DEFAULT 0,
        last_offence_at timestamptz,
        grace_until timestamptz
      )`);
    await runner.query(`
      CREATE TABLE strike (
        key text NOT NULL,
        rule text NOT NULL REFERENCES rule,
        struck_at timestamptz NOT NULL,
        PRIMARY KEY (key, rule)
      )`);
    await runner.query(`
      CREATE TABLE alert (
        id uuid PRIMARY KEY,
        type text NOT NULL CHECK (type IN ('brute_force', 'rate_limit', 'suspicious')),
        severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
        ip text NOT NULL,
        source text,
        user_id uuid,
        rule text NOT NULL,
        message text NOT NULL,
        count integer NOT NULL,
        outcome text NOT NULL CHECK (outcome IN ('none', 'blocked', 'simulated')),
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX alert_by_time ON alert (created_at DESC, id DESC)`);
    await runner.query(`CREATE INDEX alert_by_type ON alert (type, created_at DESC, id DESC)`);
    await runner.query(
      `CREATE INDEX alert_by_severity ON alert (severity, created_at DESC, id DESC)`,
    );
    await runner.query(`CREATE INDEX alert_by_source ON alert (source, created_at DESC)`);
    await runner.query(`
      ALTER TABLE blocked_ip
        ADD COLUMN rule text,
        ADD COLUMN blocked_by uuid,
        ADD COLUMN attempts integer NOT NULL DEFAULT 1,
        ADD COLUMN in_force_at timestamptz,
        ADD COLUMN lifted_by uuid,
        ADD COLUMN lift_reason text,
        ADD COLUMN removed_at timestamptz`);
    await runner.query(
      `CREATE INDEX blocked_ip_by_time ON blocked_ip (blocked_at DESC, id DESC) WHERE removed_at IS NULL`,
    );
    await runner.query(`CREATE INDEX blocked_ip_by_ip ON blocked_ip (ip, blocked_at DESC)`);
    await runner.query(
      `CREATE INDEX blocked_ip_ending ON blocked_ip (expires_at) WHERE lifted_at IS NULL`,
    );
    await runner.query(`
      CREATE TABLE recovery (
        id uuid PRIMARY KEY,
        ip text NOT NULL,
        recovery_type text NOT NULL CHECK (recovery_type IN (
          'unblock', 'reset-attempts', 'clear-alerts', 'full-recovery', 'expired-block', 'block-repair')),
        triggered_by uuid,
        reason text NOT NULL DEFAULT '',
        status text NOT NULL CHECK (status IN ('in_progress', 'success', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        error text NOT NULL DEFAULT '',
        result text NOT NULL DEFAULT '',
        started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        finished_at timestamptz,
        CHECK ((status = 'in_progress') = (finished_at IS NULL))
      )`);
    await runner.query(`CREATE INDEX recovery_by_time ON recovery (started_at DESC, id DESC)`);
    await runner.query(
      `CREATE INDEX recovery_waiting ON recovery (next_attempt_at) WHERE status = 'in_progress'`,
    );
    await runner.query(`
      CREATE TABLE recovery_check (
        only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
        last_check timestamptz
      )`);
    await runner.query(`INSERT INTO recovery_check DEFAULT VALUES`);
    await runner.query(`
      CREATE TABLE allowed_network (
        network text PRIMARY KEY,
        note text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      `INSERT INTO rule (name, description, message, kinds, per, counts, threshold, window_seconds, during,
                         alert_type, severity, decision, block_minutes)
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(
         name text, description text, message text, kinds text[], per text, counts text, threshold integer,
         window_seconds integer, during text, alert_type text, severity text, decision text, block_minutes integer)`,
      [JSON.stringify(RULES)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE allowed_network, recovery_check, recovery, alert, strike, standing, rule',
    );
    await runner.query('DROP INDEX blocked_ip_ending, blocked_ip_by_ip, blocked_ip_by_time');
    await runner.query(`
      ALTER TABLE blocked_ip
        DROP COLUMN rule, DROP COLUMN blocked_by, DROP COLUMN attempts, DROP COLUMN in_force_at,
        DROP COLUMN lifted_by, DROP COLUMN lift_reason, DROP COLUMN removed_at`);
    await runner.query('DROP INDEX signal_by_age, signal_by_kind, signal_by_user');
    await runner.query('ALTER TABLE signal DROP COLUMN source');
  }
}

/**
 * The first rules. They are data from here on: an operator changes the rows. Thresholds leave room for an office
 * behind one address; `{count}` and `{minutes}` stand for what was counted and the window.
 */
const RULES = [
  rule('password-guessing', {
    description: 'Many failed sign-ins from one address.',
    message: '{count} failed sign-ins within {minutes} minutes',
    kinds: ['login_failed'],
    threshold: 20,
    alert_type: 'brute_force',
    block_minutes: 15,
  }),
  rule('password-spraying', {
    description: 'Failed sign-ins from one address on many different accounts.',
    message: 'Failed sign-ins on {count} different accounts within {minutes} minutes',
    kinds: ['login_failed'],
    counts: 'targets',
    threshold: 8,
    alert_type: 'brute_force',
    severity: 'high',
    block_minutes: 60,
  }),
  rule('credential-stuffing-wave', {
    description:
      'Failed sign-ins from very many addresses at the same time. It makes credential-stuffing count.',
    message: 'Failed sign-ins from {count} different addresses within {minutes} minutes',
    kinds: ['login_failed'],
    per: 'everywhere',
    counts: 'addresses',
    threshold: 30,
    alert_type: 'brute_force',
    severity: 'high',
    decision: 'none',
  }),
  rule('credential-stuffing', {
    description:
      'While a wave goes on: failed sign-ins from one address on several different accounts.',
    message:
      'Part of a wave: failed sign-ins on {count} different accounts within {minutes} minutes',
    kinds: ['login_failed'],
    counts: 'targets',
    threshold: 3,
    during: 'credential-stuffing-wave',
    alert_type: 'brute_force',
    severity: 'high',
    block_minutes: 60,
  }),
  // Nobody is blocked for it: the addresses are many, and the account's owner is one of them.
  rule('account-under-attack', {
    description: 'Failed sign-ins on one account from many different addresses.',
    message:
      'One account: failed sign-ins from {count} different addresses within {minutes} minutes',
    kinds: ['login_failed', 'two_factor_failed'],
    per: 'account',
    counts: 'addresses',
    threshold: 10,
    alert_type: 'brute_force',
    decision: 'none',
  }),
  rule('two-factor-guessing', {
    description: 'Wrong two-factor codes from one address: somebody has a password.',
    message: '{count} wrong two-factor codes within {minutes} minutes',
    kinds: ['two_factor_failed'],
    threshold: 8,
    window_seconds: 900,
    alert_type: 'brute_force',
    severity: 'high',
    block_minutes: 60,
  }),
  rule('password-change-guessing', {
    description: 'Wrong current passwords at a change: somebody sits at an open session.',
    message: '{count} wrong current passwords within {minutes} minutes',
    kinds: ['password_change_failed'],
    threshold: 6,
    window_seconds: 900,
    alert_type: 'brute_force',
    block_minutes: 15,
  }),
  rule('captcha-guessing', {
    description: 'Many wrong CAPTCHA answers from one address.',
    message: '{count} wrong CAPTCHA answers within {minutes} minutes',
    kinds: ['captcha_failed'],
    threshold: 15,
    alert_type: 'brute_force',
    block_minutes: 15,
  }),
  // One may be a browser that fills in everything.
  rule('honeypot', {
    description: 'A field that people do not see was filled in, again and again.',
    message: 'The hidden field was filled in {count} times within {minutes} minutes',
    kinds: ['honeypot_filled'],
    threshold: 3,
    alert_type: 'suspicious',
    block_minutes: 30,
  }),
  rule('refused-tokens', {
    description: 'Many access tokens or links that were never ours.',
    message: '{count} refused tokens within {minutes} minutes',
    kinds: ['token_refused'],
    threshold: 20,
    alert_type: 'suspicious',
    block_minutes: 30,
  }),
  // The session has been ended by then. The address may be the victim's, so it stays open.
  rule('refresh-token-theft', {
    description: 'A spent refresh token was used again: it was copied. Its session was ended.',
    message: 'A spent refresh token was used again; its session was ended',
    kinds: ['refresh_reused'],
    threshold: 1,
    alert_type: 'suspicious',
    severity: 'high',
    decision: 'none',
  }),
  rule('refresh-token-thief', {
    description: 'Spent refresh tokens of several accounts from one address.',
    message: 'Spent refresh tokens of {count} different accounts within {minutes} minutes',
    kinds: ['refresh_reused'],
    counts: 'targets',
    threshold: 3,
    window_seconds: 86_400,
    alert_type: 'suspicious',
    severity: 'high',
    block_minutes: 240,
  }),
  rule('flood', {
    description: 'Calls went on and on after the limit was reached.',
    message: '{count} calls above the limit within {minutes} minutes',
    kinds: ['rate_limited'],
    threshold: 60,
    window_seconds: 120,
    alert_type: 'rate_limit',
    decision: 'temporary',
    block_minutes: 10,
  }),
  rule('path-scanning', {
    description: 'Calls of many different paths that do not exist.',
    message: '{count} different unknown paths within {minutes} minutes',
    kinds: ['unknown_path'],
    counts: 'targets',
    threshold: 15,
    window_seconds: 300,
    alert_type: 'suspicious',
    block_minutes: 30,
  }),
  rule('file-scanning', {
    description: 'Calls of many files that do not exist.',
    message: '{count} calls of files that do not exist within {minutes} minutes',
    kinds: ['file_not_found'],
    threshold: 40,
    window_seconds: 300,
    alert_type: 'suspicious',
    severity: 'low',
    block_minutes: 30,
  }),
  rule('oversized-requests', {
    description: 'Many requests that were larger than allowed.',
    message: '{count} oversized requests within {minutes} minutes',
    kinds: ['body_too_large'],
    threshold: 20,
    window_seconds: 300,
    alert_type: 'suspicious',
    severity: 'low',
    decision: 'temporary',
    block_minutes: 10,
  }),
  rule('forged-callbacks', {
    description: 'Payment callbacks with a wrong signature.',
    message: '{count} forged payment callbacks within {minutes} minutes',
    kinds: ['callback_forged'],
    threshold: 3,
    alert_type: 'suspicious',
    severity: 'high',
    block_minutes: 240,
  }),
  // A machine whose install has ended may go on asking for a while.
  rule('agent-token-misuse', {
    description: 'Calls of the install agent with a token that is not valid.',
    message: '{count} agent calls without a valid token within {minutes} minutes',
    kinds: ['agent_token_refused'],
    threshold: 30,
    alert_type: 'suspicious',
    block_minutes: 30,
  }),
  rule('root-password-guessing', {
    description: 'One user’s root passwords were refused by several machines.',
    message: 'One user: root passwords refused by {count} machines within {minutes} minutes',
    kinds: ['ssh_failed', 'ssh_host_key_changed'],
    per: 'account',
    counts: 'targets',
    threshold: 4,
    window_seconds: 3_600,
    alert_type: 'brute_force',
    severity: 'high',
    decision: 'none',
  }),
  rule('many-targets', {
    description: 'One user tried to install on many addresses that are not theirs to use.',
    message: 'One user: installs on {count} refused addresses within {minutes} minutes',
    kinds: ['address_refused'],
    per: 'account',
    counts: 'targets',
    threshold: 5,
    window_seconds: 3_600,
    alert_type: 'suspicious',
    decision: 'none',
  }),
  rule('payment-id-reuse', {
    description: 'One user claimed transfers that had paid other orders.',
    message: 'One user: {count} transfers claimed that were used before, within {minutes} minutes',
    kinds: ['payment_id_reused'],
    per: 'account',
    threshold: 3,
    window_seconds: 3_600,
    alert_type: 'suspicious',
    severity: 'high',
    decision: 'none',
  }),
  // Signed, so the provider's key is right: either the provider changed its form, or the key has leaked.
  rule('odd-callbacks', {
    description: 'Rightly signed callbacks that make no sense.',
    message: '{count} signed callbacks that make no sense within {minutes} minutes',
    kinds: ['callback_unreadable', 'callback_unmatched'],
    per: 'everywhere',
    threshold: 3,
    window_seconds: 3_600,
    alert_type: 'suspicious',
    decision: 'none',
  }),
];

function rule(name: string, fields: Record<string, unknown>) {
  return {
    name,
    per: 'address',
    counts: 'signals',
    window_seconds: 600,
    during: null,
    severity: 'medium',
    decision: 'block',
    block_minutes: 0,
    ...fields,
  };
}
