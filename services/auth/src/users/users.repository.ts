import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, Not, QueryFailedError, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { User } from './user.entity.js';
import { EmailTaken, UsernameTaken } from './users.errors.js';

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

@Injectable()
export class UsersRepository {
  constructor(private readonly db: Database) {}

  /** Not one that is being deleted: whoever calls with its tokens is told that it is gone. */
  find(id: string, tx: EntityManager = this.db.manager): Promise<User | null> {
    return tx.findOneBy(User, { id, deletingSince: IsNull() });
  }

  async findForUpdate(tx: EntityManager, id: string): Promise<User | null> {
    const user = await this.findAnyForUpdate(tx, id);
    return user?.deletingSince ? null : user;
  }

  findAnyForUpdate(tx: EntityManager, id: string): Promise<User | null> {
    return tx.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Those that are being deleted too. */
  findMany(ids: string[]): Promise<User[]> {
    return this.db.manager.findBy(User, { id: In(ids) });
  }

  /** By username or e-mail address, whatever the case. A username can't hold an @. */
  async findByLogin(login: string): Promise<User | null> {
    // Names and addresses are ASCII. Lower case makes plain letters of some others, and finds a neighbour.
    if (!PRINTABLE_ASCII.test(login)) return null;
    const column = login.includes('@') ? 'email' : 'username';
    return this.db.manager
      .createQueryBuilder(User, 'u')
      .where(`lower(u.${column}) = lower(:login)`, { login })
      .andWhere('u.deletingSince IS NULL')
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

  hasOtherAdministrator(tx: EntityManager, id: string): Promise<boolean> {
    return tx.existsBy(User, { admin: true, deletingSince: IsNull(), id: Not(id) });
  }

  /** What is left of accounts: their ids, for as long as a token of theirs may live. */
  async findDeletedSince(since: Date): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      'SELECT id FROM deleted_user WHERE deleted_at > $1',
      [since],
    );
    return rows.map(({ id }) => id);
  }

  /** The row, and by it everything that hangs on it; events that have left named the user too. */
  async erase(tx: EntityManager, id: string): Promise<void> {
    await tx.query(
      'INSERT INTO deleted_user (id, legacy_id) SELECT id, legacy_id FROM user_account WHERE id = $1',
      [id],
    );
    await tx.query(
      'DELETE FROM outbox WHERE published_at IS NOT NULL AND strpos(payload, $1::text) > 0',
      [id],
    );
    await tx.delete(User, { id });
  }

  /** @throws UsernameTaken, EmailTaken: the database decides, so that no race slips through */
  async insert(tx: EntityManager, user: User): Promise<void> {
    await orTaken(() => tx.insert(User, user));
  }

  /** @throws UsernameTaken, EmailTaken */
  async update(tx: EntityManager, id: string, changes: Partial<User>): Promise<void> {
    await orTaken(() => tx.update(User, { id }, { ...changes, updatedAt: new Date() }));
  }
}

async function orTaken(write: () => Promise<unknown>): Promise<void> {
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
