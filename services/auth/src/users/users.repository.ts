import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, Not, QueryFailedError, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, idRow, row, rows } from '@casement/common/data/database/sql.js';
import { LANGUAGES } from '@casement/proto/language.js';
import { UserEntity } from './user.entity.js';
import { EmailTaken, UsernameTaken } from './users.errors.js';

const userRow = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  emailChangedAt: z.date().nullable(),
  emailVerifiedAt: z.date().nullable(),
  passwordHash: z.string(),
  admin: z.boolean(),
  epoch: z.number(),
  epochRaisedAt: z.date().nullable(),
  firstName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  language: z.enum(LANGUAGES),
  languageChosen: z.boolean(),
  timeZone: z.string(),
  deletingSince: z.date().nullable(),
  suspendedAt: z.date().nullable(),
  suspendedReason: z.string().nullable(),
  adminNote: z.string().nullable(),
  importedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
}) satisfies z.ZodType<UserEntity>;

const SELECT_USER = `
  SELECT id, username, email, email_changed_at AS "emailChangedAt", email_verified_at AS "emailVerifiedAt", password_hash AS "passwordHash", admin, epoch,
    epoch_raised_at AS "epochRaisedAt", first_name AS "firstName", avatar_url AS "avatarUrl", language,
    language_chosen AS "languageChosen", time_zone AS "timeZone",
    deleting_since AS "deletingSince", suspended_at AS "suspendedAt", suspended_reason AS "suspendedReason",
    admin_note AS "adminNote", imported_at AS "importedAt", created_at AS "createdAt",
    updated_at AS "updatedAt"
  FROM user_account WHERE deleting_since IS NULL`;

/**
 * Order of accounts that share an address: first the account that has verified it, then the one that has had it
 * longest.
 */
const OWNER_FIRST = 'email_verified_at IS NULL, coalesce(email_changed_at, created_at), id';

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

@Injectable()
export class UsersRepository {
  constructor(private readonly db: Database) {}

  /**
   * Excludes accounts that are being deleted. Uses plain SQL, which is faster than the entity manager, because most
   * calls read the account.
   */
  find(id: string, tx: EntityManager = this.db.manager): Promise<UserEntity | null> {
    return row(tx, userRow, `${SELECT_USER} AND id = $1`, [id]);
  }

  async findForUpdate(tx: EntityManager, id: string): Promise<UserEntity | null> {
    const user = await this.findAnyForUpdate(tx, id);
    return user?.deletingSince ? null : user;
  }

  findAnyForUpdate(tx: EntityManager, id: string): Promise<UserEntity | null> {
    return tx.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Includes accounts that are being deleted. */
  findMany(ids: string[]): Promise<UserEntity[]> {
    return this.db.manager.findBy(UserEntity, { id: In(ids) });
  }

  /** Finds by username or e-mail address, ignoring case. A username can't contain an @. */
  async findByLogin(login: string): Promise<UserEntity | null> {
    // Usernames and addresses are ASCII. lower() converts some other letters to ASCII ones and would find a wrong
    // account.
    if (!PRINTABLE_ASCII.test(login)) return null;
    const column = login.includes('@') ? 'email' : 'username';
    const sql = `${SELECT_USER} AND lower(${column}) = lower($1) ORDER BY ${OWNER_FIRST} LIMIT 1`;
    return row(this.db.manager, userRow, sql, [login]);
  }

  async isEmailTaken(tx: EntityManager, userId: string, email: string): Promise<boolean> {
    const taken = await row(
      tx,
      idRow,
      `SELECT id FROM user_account
       WHERE lower(email) = lower($2) AND id <> $1 AND email_verified_at IS NOT NULL
       UNION ALL
       SELECT user_id FROM email_reservation
       WHERE lower(email) = lower($2) AND user_id <> $1 AND expires_at > now()
       LIMIT 1`,
      [userId, email],
    );
    return taken !== null;
  }

  findEpochsRaisedSince(since: Date): Promise<Pick<UserEntity, 'id' | 'epoch'>[]> {
    return this.db.manager.find(UserEntity, {
      select: { id: true, epoch: true },
      where: { epochRaisedAt: MoreThan(since) },
    });
  }

  findAdministrators(tx: EntityManager): Promise<UserEntity[]> {
    return tx.findBy(UserEntity, { admin: true, deletingSince: IsNull() });
  }

  async hasAdministrator(tx: EntityManager): Promise<boolean> {
    return tx.existsBy(UserEntity, { admin: true });
  }

  hasOtherAdministrator(tx: EntityManager, id: string): Promise<boolean> {
    return tx.existsBy(UserEntity, {
      admin: true,
      deletingSince: IsNull(),
      suspendedAt: IsNull(),
      id: Not(id),
    });
  }

  /** Returns ids of accounts deleted since that time. */
  async findDeletedSince(since: Date): Promise<string[]> {
    const deleted = await rows(
      this.db.manager,
      idRow,
      'SELECT id FROM deleted_user WHERE deleted_at > $1',
      [since],
    );
    return deleted.map(({ id }) => id);
  }

  /**
   * Deletes the account, everything that references it, and published events that name the user. Keeps only its ids.
   */
  async erase(tx: EntityManager, id: string): Promise<void> {
    await execute(
      tx,
      'INSERT INTO deleted_user (id, legacy_id) SELECT id, legacy_id FROM user_account WHERE id = $1',
      [id],
    );
    await execute(
      tx,
      'DELETE FROM outbox WHERE published_at IS NOT NULL AND strpos(payload, $1::text) > 0',
      [id],
    );
    await tx.delete(UserEntity, { id });
  }

  /** @throws UsernameTaken, EmailTaken; unique indexes enforce this, so parallel inserts cannot both succeed */
  async insert(tx: EntityManager, user: UserEntity): Promise<void> {
    await withUniqueErrors(() => tx.insert(UserEntity, user));
  }

  /** @throws UsernameTaken, EmailTaken */
  async update(tx: EntityManager, id: string, changes: Partial<UserEntity>): Promise<void> {
    await withUniqueErrors(() =>
      tx.update(UserEntity, { id }, { ...changes, updatedAt: new Date() }),
    );
  }
}

async function withUniqueErrors(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const constraint = constraintOf(error);
    if (constraint === 'user_account_username_key') throw new UsernameTaken();
    if (constraint === 'user_account_email_key') throw new EmailTaken();
    throw error;
  }
}

function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof QueryFailedError)) return undefined;
  const { code, constraint } = error.driverError as { code?: string; constraint?: string };
  return code === '23505' ? constraint : undefined;
}
