import type { EntityManager } from 'typeorm';
import { Client } from 'pg';

/** Default settings of the service's role in its database. */
const DEFAULTS = {
  statement_timeout: '15s',
  // Limits how long a transaction that waits for an external system can hold its locks.
  idle_in_transaction_session_timeout: '30s',
  lock_timeout: '10s',
  TimeZone: 'UTC',
};

/**
 * Sets the role's timeouts. Neither startup parameters nor session settings work with PgBouncer: it rejects the
 * former and leaks the latter to other clients. Role defaults apply to every new connection. Values that an operator
 * has set for the role, the database or both are kept.
 *
 * @throws if the timeouts cannot be set, because statements could then run without a limit
 */
export async function setRoleDefaults(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'migrate' });
  try {
    await client.connect();
    for (const [name, value] of Object.entries(DEFAULTS)) {
      await client.query(`DO $do$ BEGIN
        IF NOT EXISTS (
          SELECT 1 FROM pg_db_role_setting AS s
            JOIN pg_database AS d ON d.datname = current_database()
            JOIN pg_roles AS r ON r.rolname = current_user
           WHERE s.setdatabase IN (0, d.oid) AND s.setrole IN (0, r.oid) AND EXISTS (SELECT 1 FROM unnest(s.setconfig) AS c WHERE c LIKE '${name}=%')) THEN
          EXECUTE format('ALTER ROLE %I IN DATABASE %I SET ${name} = ''${value}''', current_user, current_database());
        END IF; END $do$`);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Disables the timeouts until `tx` ends, for work that may take longer than a request. */
export async function withoutTimeouts(tx: EntityManager): Promise<void> {
  await tx.query(`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`);
}
