import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentContext } from '@casement/common/core/context/request-context.js';
import { isId, newId } from '@casement/common/data/database/new-id.js';
import { DEFAULT_LANGUAGE } from '@casement/common/core/language/language.js';
import { Outbox } from '@casement/common/messaging/outbox.js';
import { MAX_IDS_PER_CALL } from '@casement/proto/limits.js';
import { lockEmail, takeFromOthers } from './email-holders.js';
import type { UserEntity } from './user.entity.js';
import { UsersRepository } from './users.repository.js';
import { userErrors } from './users.errors.js';

export interface NewUser {
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
    private readonly outbox: Outbox,
  ) {}

  /** @throws userErrors.gone (401): a token outlives its account by minutes */
  async get(id: string, tx?: EntityManager): Promise<UserEntity> {
    const user = await this.users.find(id, tx);
    if (!user) throw userErrors.gone();
    return user;
  }

  /** The same, and no other transaction changes the account until `tx` ends. */
  async getForUpdate(tx: EntityManager, id: string): Promise<UserEntity> {
    const user = await this.users.findForUpdate(tx, id);
    if (!user) throw userErrors.gone();
    return user;
  }

  /** The same, and no other account verifies the address of this one meanwhile. */
  async getToVerify(tx: EntityManager, id: string): Promise<UserEntity> {
    const { email } = await this.get(id, tx);
    if (email !== null) await lockEmail(tx, email);
    return this.getForUpdate(tx, id);
  }

  /**
   * Takes an address that an account has verified from all others that have it, with the codes and links that were sent there.
   * @returns the ids of those, which have to add another one
   */
  takeFromOthers(tx: EntityManager, email: string): Promise<string[]> {
    return takeFromOthers(tx, [email]);
  }

  /** Also one that is being deleted; null if there is none. */
  findAnyForUpdate(tx: EntityManager, id: string): Promise<UserEntity | null> {
    return this.users.findAnyForUpdate(tx, id);
  }

  /** By username or e-mail address, regardless of case; an address of several accounts reaches its owner (OWNER_FIRST). */
  findByLogin(login: string): Promise<UserEntity | null> {
    return this.users.findByLogin(login);
  }

  /** Unknown ids, and what is no id at all, are left out. At most MAX_IDS_PER_CALL. */
  async findMany(ids: string[]): Promise<UserEntity[]> {
    if (ids.length > MAX_IDS_PER_CALL) throw userErrors.tooManyIds(MAX_IDS_PER_CALL);
    return this.users.findMany(ids.filter(isId));
  }

  /** Which of these have two-factor enabled. */
  withTwoFactor(ids: string[]): Promise<Set<string>> {
    return this.users.withTwoFactor(ids.filter(isId));
  }

  /** Users whose tokens of smaller epochs were ended lately. */
  findEpochsRaisedSince(since: Date): Promise<Pick<UserEntity, 'id' | 'epoch'>[]> {
    return this.users.findEpochsRaisedSince(since);
  }

  /** Users who were deleted lately. */
  findDeletedSince(since: Date): Promise<string[]> {
    return this.users.findDeletedSince(since);
  }

  /** Another administrator, and not one that is being deleted. */
  hasOtherAdministrator(tx: EntityManager, id: string): Promise<boolean> {
    return this.users.hasOtherAdministrator(tx, id);
  }

  /** Erases the account, and publishes it, so that every service does the same. Name and address are free again. */
  async erase(tx: EntityManager, userId: string): Promise<void> {
    await this.users.erase(tx, userId);
    await this.outbox.add(tx, 'auth.user.deleted.v1', { userId }, { key: userId });
  }

  /** Not those that are being deleted. */
  findAdministrators(tx: EntityManager): Promise<UserEntity[]> {
    return this.users.findAdministrators(tx);
  }

  hasAdministrator(tx: EntityManager): Promise<boolean> {
    return this.users.hasAdministrator(tx);
  }

  /** @throws UsernameTaken, EmailTaken */
  async create(tx: EntityManager, fields: NewUser): Promise<UserEntity> {
    const now = new Date();
    const user: UserEntity = {
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
      deletingSince: null,
      importedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.users.insert(tx, user);
    const userId = user.id;
    await this.outbox.add(tx, 'auth.user.registered.v1', { userId }, { key: userId });
    return user;
  }

  /**
   * The account's mails are written in the language that its user's browser asks for; a browser that asks for none of
   * ours changes nothing.
   * @param user whose request this is
   */
  async followLanguage(tx: EntityManager, user: UserEntity): Promise<void> {
    const language = currentContext()?.language;
    if (language === undefined || language === user.language) return;
    await this.users.update(tx, user.id, { language });
  }

  /**
   * Writes the given columns and answers the whole account.
   * @throws UsernameTaken, EmailTaken
   */
  async change(
    tx: EntityManager,
    user: UserEntity,
    changes: Partial<UserEntity>,
  ): Promise<UserEntity> {
    await this.users.update(tx, user.id, changes);
    return { ...user, ...changes };
  }
}
