import { Injectable } from '@nestjs/common';
import { In, MoreThan, QueryFailedError, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { User } from './user.entity.js';
import { EmailTaken, UsernameTaken } from './users.errors.js';

@Injectable()
export class UsersRepository {
  constructor(private readonly db: Database) {}

  find(id: string, tx: EntityManager = this.db.manager): Promise<User | null> {
    return tx.findOneBy(User, { id });
  }

  findForUpdate(tx: EntityManager, id: string): Promise<User | null> {
    return tx.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  findMany(ids: string[]): Promise<User[]> {
    return this.db.manager.findBy(User, { id: In(ids) });
  }

  /** By username or e-mail address, whatever the case. A username can't hold an @. */
  async findByLogin(login: string): Promise<User | null> {
    // PostgreSQL's text can't hold it, so nobody is called that.
    if (login.includes('\0')) return null;
    const column = login.includes('@') ? 'email' : 'username';
    return this.db.manager
      .createQueryBuilder(User, 'u')
      .where(`lower(u.${column}) = lower(:login)`, { login })
      .getOne();
  }

  findEpochsRaisedSince(since: Date): Promise<Pick<User, 'id' | 'epoch'>[]> {
    return this.db.manager.find(User, {
      select: { id: true, epoch: true },
      where: { epochRaisedAt: MoreThan(since) },
    });
  }

  async hasAdministrator(tx: EntityManager): Promise<boolean> {
    return tx.existsBy(User, { admin: true });
  }

  /** @throws UsernameTaken, EmailTaken: the database decides, so that no race slips through */
  async insert(tx: EntityManager, user: User): Promise<void> {
    try {
      await tx.insert(User, user);
    } catch (error) {
      const constraint = constraintOf(error);
      if (constraint === 'user_account_username_key') throw new UsernameTaken();
      if (constraint === 'user_account_email_key') throw new EmailTaken();
      throw error;
    }
  }

  async update(tx: EntityManager, id: string, changes: Partial<User>): Promise<void> {
    await tx.update(User, { id }, { ...changes, updatedAt: new Date() });
  }
}

function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof QueryFailedError)) return undefined;
  const { code, constraint } = error.driverError as { code?: string; constraint?: string };
  return code === '23505' ? constraint : undefined;
}
