import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentContext } from '@casement/common/core/context/request-context.js';
import type { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { isId, newId } from '@casement/common/data/database/new-id.js';
import { DEFAULT_LANGUAGE } from '@casement/proto/language.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import type { AdminUsersQuery } from '@casement/proto/http/auth/users.js';
import { DEFAULT_TIME_ZONE } from '@casement/proto/http/time-zone.js';
import { MAX_IDS_PER_CALL } from '@casement/proto/limits.js';
import { lockEmail, removeFromOthers } from './email-holders.repository.js';
import type { UserEntity } from './user.entity.js';
import { UserListRepository } from './user-list.repository.js';
import { userErrors } from './users.errors.js';
import { UsersRepository } from './users.repository.js';

/** Account type for features that only read it. */
export type User = UserEntity;

interface NewUser {
  username: string;
  email: string;
  passwordHash: string;
  admin?: boolean;
  verified?: boolean;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly list: UserListRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Creates the service for commands, which run without Nest's container. */
  static standalone(db: Database, outbox: Outbox): UsersService {
    return new UsersService(new UsersRepository(db), new UserListRepository(db), outbox);
  }

  /** @throws userErrors.gone (401); an access token can outlive its account by minutes */
  async get(id: string, tx?: EntityManager): Promise<User> {
    const user = await this.users.find(id, tx);
    if (!user) throw userErrors.gone();
    return user;
  }

  /**
   * Like `get`, but locks the account until `tx` ends.
   *
   * @throws userErrors.gone
   */
  async getForUpdate(tx: EntityManager, id: string): Promise<User> {
    const user = await this.users.findForUpdate(tx, id);
    if (!user) throw userErrors.gone();
    return user;
  }

  /**
   * Like `getForUpdate`, but also keeps other accounts from verifying the same address until `tx` ends.
   * @param newEmail defaults to the address of the account
   */
  async getToVerify(tx: EntityManager, id: string, newEmail?: string): Promise<User> {
    const email = newEmail ?? (await this.get(id, tx)).email;
    if (email !== null) await lockEmail(tx, email);
    return this.getForUpdate(tx, id);
  }

  /** Returns whether another account has verified the address or could still return to it. */
  isEmailTaken(tx: EntityManager, userId: string, email: string): Promise<boolean> {
    return this.users.isEmailTaken(tx, userId, email);
  }

  /**
   * Removes a verified address, and the codes and links sent to it, from all other accounts.
   *
   * @returns ids of the accounts that lost the address and have to add another one
   */
  removeFromOthers(tx: EntityManager, email: string): Promise<string[]> {
    return removeFromOthers(tx, [email]);
  }

  /** Locks an account, even if it is being deleted. Returns null if it does not exist. */
  findAnyForUpdate(tx: EntityManager, id: string): Promise<User | null> {
    return this.users.findAnyForUpdate(tx, id);
  }

  /** Finds by username or e-mail address, ignoring case. A shared address finds its owner (OWNER_FIRST). */
  findByLogin(login: string): Promise<User | null> {
    return this.users.findByLogin(login);
  }

  /**
   * Ignores unknown and malformed ids.
   *
   * @throws userErrors.tooManyIds above MAX_IDS_PER_CALL
   */
  async findMany(ids: string[]): Promise<User[]> {
    if (ids.length > MAX_IDS_PER_CALL) throw userErrors.tooManyIds(MAX_IDS_PER_CALL);
    return this.users.findMany(ids.filter(isId));
  }

  /**
   * Reads a user other than the caller.
   * @throws userErrors.notFound, also while the account is being deleted
   */
  async getById(id: string): Promise<User> {
    const [user] = await this.findMany([id]);
    if (!user || user.deletingSince) throw userErrors.notFound();
    return user;
  }

  /**
   * Locks an account other than the caller's.
   * @throws userErrors.notFound, userErrors.beingDeleted
   */
  async getByIdForUpdate(tx: EntityManager, id: string): Promise<User> {
    const user = await this.findAnyForUpdate(tx, id);
    if (!user) throw userErrors.notFound();
    if (user.deletingSince) throw userErrors.beingDeleted();
    return user;
  }

  /**
   * Returns a page, newest first unless the query names another order. The total is exact, except that a search
   * counts at most COUNT_CAP matches.
   */
  page(query: AdminUsersQuery): Promise<ListPage<User>> {
    return this.list.page(query);
  }

  findEpochsRaisedSince(since: Date): Promise<Pick<User, 'id' | 'epoch'>[]> {
    return this.users.findEpochsRaisedSince(since);
  }

  findDeletedSince(since: Date): Promise<string[]> {
    return this.users.findDeletedSince(since);
  }

  hasOtherAdministrator(tx: EntityManager, id: string): Promise<boolean> {
    return this.users.hasOtherAdministrator(tx, id);
  }

  /**
   * Erases the account and publishes an event that makes every service delete its data of the user. The username and
   * the address become available again.
   */
  async erase(tx: EntityManager, userId: string): Promise<void> {
    await this.users.erase(tx, userId);
    await this.outbox.add(tx, 'auth.user.deleted.v1', { userId }, { key: userId });
  }

  /** Publishes the suspension, so that other services stop starting the user's queued work. */
  async suspend(tx: EntityManager, user: User, reason: string): Promise<User> {
    const suspended = await this.change(tx, user, {
      suspendedAt: new Date(),
      suspendedReason: reason,
    });
    const userId = user.id;
    await this.outbox.add(tx, 'auth.user.suspended.v1', { userId }, { key: userId });
    return suspended;
  }

  /** Excludes administrators whose account is being deleted. */
  findAdministrators(tx: EntityManager): Promise<User[]> {
    return this.users.findAdministrators(tx);
  }

  hasAdministrator(tx: EntityManager): Promise<boolean> {
    return this.users.hasAdministrator(tx);
  }

  /** @throws UsernameTaken, EmailTaken */
  async create(tx: EntityManager, fields: NewUser): Promise<User> {
    const now = new Date();
    const user: User = {
      id: newId(),
      username: fields.username,
      email: fields.email,
      emailChangedAt: null,
      emailVerifiedAt: fields.verified ? now : null,
      passwordHash: fields.passwordHash,
      admin: fields.admin ?? false,
      epoch: 1,
      epochRaisedAt: null,
      firstName: null,
      avatarUrl: null,
      language: currentContext()?.language ?? DEFAULT_LANGUAGE,
      languageChosen: false,
      timeZone: DEFAULT_TIME_ZONE,
      deletingSince: null,
      suspendedAt: null,
      suspendedReason: null,
      adminNote: null,
      importedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.users.insert(tx, user);
    const userId = user.id;
    await this.outbox.add(tx, 'auth.user.registered.v1', { userId }, { key: userId });
    return user;
  }

  /** Stores the language that the user's browser requested for future mails, unless the user has chosen one. */
  async updateLanguage(tx: EntityManager, user: User): Promise<void> {
    const language = currentContext()?.language;
    if (language === undefined || language === user.language || user.languageChosen) return;
    await this.users.update(tx, user.id, { language });
  }

  /**
   * Writes the given columns and returns the changed account.
   *
   * @throws UsernameTaken, EmailTaken
   */
  async change(tx: EntityManager, user: User, changes: Partial<User>): Promise<User> {
    await this.users.update(tx, user.id, changes);
    return { ...user, ...changes };
  }
}

/**
 * Returns whether an account's password was changed after `seen` was read. Comparing hashes alone is not sufficient:
 * a parallel sign-in may have replaced the hash of the same password with a stronger one. Only a change of the
 * password also raises the epoch.
 */
export const hasNewPassword = (now: User, seen: User): boolean =>
  now.epoch !== seen.epoch && now.passwordHash !== seen.passwordHash;
