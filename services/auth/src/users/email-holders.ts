import type { EntityManager } from 'typeorm';
import { execute, idRow, rows } from '@casement/common/data/database/sql.js';

/** The first of the two numbers of an advisory lock; the other one is the address's hash. */
const LOCK = 7_303;

/**
 * Until `tx` ends, no other transaction verifies this address. Taken before any account is locked: each verification changes
 * the other accounts that have the address, so two of them would wait for each other.
 */
export async function lockEmail(tx: EntityManager, email: string): Promise<void> {
  await execute(tx, 'SELECT pg_advisory_xact_lock($1, hashtext(lower($2)))', [LOCK, email]);
}

/**
 * Takes addresses that an account has verified from all others that have them, with the codes and links that were sent there.
 * @returns the accounts that have no address any more
 */
export async function takeFromOthers(tx: EntityManager, emails: string[]): Promise<string[]> {
  const losers = await rows(
    tx,
    idRow,
    `WITH loser AS (
       UPDATE user_account other SET email = NULL, email_changed_at = now(), updated_at = now()
       WHERE lower(email) = ANY ($1::text[]) AND email_verified_at IS NULL AND EXISTS (
         SELECT 1 FROM user_account owner
         WHERE lower(owner.email) = lower(other.email) AND owner.email_verified_at IS NOT NULL)
       RETURNING id),
     code AS (DELETE FROM email_verification WHERE user_id IN (SELECT id FROM loser)),
     link AS (DELETE FROM password_reset WHERE user_id IN (SELECT id FROM loser))
     SELECT id FROM loser`,
    [emails.map((email) => email.toLowerCase())],
  );
  return losers.map(({ id }) => id);
}
