import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, idRow, rows } from '@casement/common/data/database/sql.js';
import { isId, newId } from '@casement/common/data/database/new-id.js';
import { removeFromOthers } from '../users/email-holders.repository.js';
import { isVerified, type LegacyUser } from './legacy-user.js';

const usernameRow = z.object({ username: z.string() });

/** An existing account that shares an id, name or address with a user of the file. */
const knownUserRow = z.object({
  id: z.string(),
  legacyId: z.string().nullable(),
  username: z.string(),
  /** Set only if verified; unverified addresses do not conflict. */
  email: z.string().nullable(),
  imported: z.boolean(),
});
export type KnownUser = z.infer<typeof knownUserRow>;

/** Returns whether an id is a UUID and therefore becomes the account's id. */
export const isAccountId = (id: string | undefined): id is string => id !== undefined && isId(id);

export class LegacyUsersRepository {
  constructor(private readonly db: Database) {}

  /**
   * Returns existing accounts that share an id, name or address with these users. Names and addresses are in lower
   * case.
   */
  findKnown(users: LegacyUser[]): Promise<KnownUser[]> {
    const ids = users.flatMap(({ id }) => (isAccountId(id) ? [id] : []));
    const legacyIds = users.flatMap(({ id }) => (id !== undefined && !isAccountId(id) ? [id] : []));
    return rows(
      this.db.manager,
      knownUserRow,
      `SELECT id, legacy_id AS "legacyId", lower(username) AS username,
         CASE WHEN email_verified_at IS NOT NULL THEN lower(email) END AS email,
         imported_at IS NOT NULL AS imported
       FROM user_account
       WHERE lower(username) = ANY ($1::text[]) OR lower(email) = ANY ($2::text[])
         OR id = ANY ($3::uuid[]) OR legacy_id = ANY ($4::text[])`,
      [
        users.map(({ username }) => username.toLowerCase()),
        users.flatMap(({ email }) => (email === undefined ? [] : [email.toLowerCase()])),
        ids,
        legacyIds,
      ],
    );
  }

  /** Returns those of the file's ids whose accounts were deleted in this product. */
  async findDeleted(users: LegacyUser[]): Promise<Set<string>> {
    const ids = users.flatMap(({ id }) => (id === undefined ? [] : [id.toLowerCase()]));
    const deleted = await rows(
      this.db.manager,
      idRow,
      `SELECT coalesce(legacy_id, id::text) AS id FROM deleted_user
       WHERE id::text = ANY ($1::text[]) OR lower(legacy_id) = ANY ($1::text[])`,
      [ids],
    );
    return new Set(deleted.map(({ id }) => id.toLowerCase()));
  }

  /**
   * Inserts a batch in one transaction. An account loses its address if another account, existing or in the file, has
   * verified it.
   * @returns the names of the inserted users and the number of accounts that lost their address
   */
  insert(users: LegacyUser[]): Promise<{ names: Set<string>; lostEmails: number }> {
    return this.db.transaction(async (tx) => {
      const names = await this.insertInto(tx, users);
      const emails = users.flatMap(({ email }) => email ?? []);
      return { names, lostEmails: (await removeFromOthers(tx, emails)).length };
    });
  }

  private async insertInto(tx: EntityManager, users: LegacyUser[]): Promise<Set<string>> {
    const accounts = users.map((user) => {
      const createdAt = user.created_at ?? new Date();
      return {
        id: isAccountId(user.id) ? user.id : newId(),
        legacy_id: isAccountId(user.id) ? null : (user.id ?? null),
        username: user.username,
        email: user.email ?? null,
        email_verified_at: isVerified(user) ? createdAt : null,
        password_hash: user.password_hash,
        first_name: user.first_name ?? null,
        created_at: createdAt,
      };
    });
    const inserted = await rows(
      tx,
      usernameRow,
      `INSERT INTO user_account (id, legacy_id, username, email, email_verified_at, password_hash,
         first_name, created_at, updated_at, imported_at)
       SELECT id, legacy_id, username, email, email_verified_at, password_hash, first_name,
         created_at, now(), now()
       FROM jsonb_to_recordset($1::jsonb) AS u(id uuid, legacy_id text, username text, email text,
         email_verified_at timestamptz, password_hash text, first_name text, created_at timestamptz)
       ON CONFLICT DO NOTHING RETURNING username`,
      [JSON.stringify(accounts)],
    );
    return new Set(inserted.map(({ username }) => username));
  }

  /** Updates the statistics and the search index after many inserts. */
  async settle(): Promise<void> {
    await execute(
      this.db.manager,
      `SELECT gin_clean_pending_list('user_account_search'::regclass)`,
    );
    await execute(this.db.manager, 'ANALYZE user_account');
  }
}
