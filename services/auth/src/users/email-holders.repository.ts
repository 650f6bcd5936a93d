import type { EntityManager } from 'typeorm';
import { execute, idRow, rows } from '@casement/common/data/database/sql.js';

/** First key of a two-key advisory lock. The second key is the hash of the address. */
const LOCK = 7_303;

/**
 * Keeps other transactions from verifying this address until `tx` ends. Must be taken before any account is locked: a
 * verification changes the other accounts with the address, so two verifications would deadlock.
 */
export async function lockEmail(tx: EntityManager, email: string): Promise<void> {
  await execute(tx, 'SELECT pg_advisory_xact_lock($1, hashtext(lower($2)))', [LOCK, email]);
}

/**
 * Removes verified and reserved addresses, and the codes and links sent to them, from all other accounts.
 * @returns ids of the accounts that lost their address
 */
export async function removeFromOthers(tx: EntityManager, emails: string[]): Promise<string[]> {
  const losers = await rows(
    tx,
    idRow,
    `WITH loser AS (
       UPDATE user_account other SET email = NULL, email_changed_at = now(), updated_at = now()
       WHERE lower(email) = ANY ($1::text[]) AND email_verified_at IS NULL AND (EXISTS (
         SELECT 1 FROM user_account owner
         WHERE lower(owner.email) = lower(other.email) AND owner.email_verified_at IS NOT NULL)
       OR EXISTS (
         SELECT 1 FROM email_reservation former
         WHERE lower(former.email) = lower(other.email) AND former.user_id <> other.id
           AND former.expires_at > now()))
       RETURNING id),
     code AS (DELETE FROM email_verification WHERE user_id IN (SELECT id FROM loser)),
     link AS (DELETE FROM password_reset WHERE user_id IN (SELECT id FROM loser))
     SELECT id FROM loser`,
    [emails.map((email) => email.toLowerCase())],
  );
  return losers.map(({ id }) => id);
}
