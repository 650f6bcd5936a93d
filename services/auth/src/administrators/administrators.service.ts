import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { execute } from '@casement/common/data/database/sql.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { authErrors } from '@casement/common/platform/auth/auth.errors.js';
import { UsersService } from '../users/users.service.js';
import { administratorErrors } from './administrators.errors.js';

/** Any number that no other advisory lock of this database has. */
const LOCK = 7_302;

/** Keeps Casement administrable: changes that could take away the last administrator go one by one. */
@Injectable()
export class AdministratorsService {
  constructor(private readonly users: UsersService) {}

  /**
   * The token has the role of when it was signed; what counts is the role now, since two may
   * demote each other at once. Until `tx` ends, no other transaction changes who administers.
   * @throws authErrors.adminsOnly
   */
  async assertAdministrator(tx: EntityManager, actor: Actor): Promise<void> {
    await this.oneByOne(tx);
    const me = await this.users.get(actor.userId, tx);
    if (!me.admin) throw authErrors.adminsOnly();
  }

  /**
   * Whether an administrator may demote or delete an account.
   * @throws authErrors.adminsOnly, administratorErrors.last, administratorErrors.ownAccount
   */
  async assertMayTakeAway(tx: EntityManager, actor: Actor, userId: string): Promise<void> {
    await this.assertAdministrator(tx, actor);
    if (userId !== actor.userId) return;
    if (!(await this.users.hasOtherAdministrator(tx, userId))) throw administratorErrors.last();
    throw administratorErrors.ownAccount();
  }

  /**
   * Whether there would still be an administrator without this account.
   * @throws administratorErrors.last
   */
  async assertAnother(tx: EntityManager, userId: string): Promise<void> {
    await this.oneByOne(tx);
    const me = await this.users.get(userId, tx);
    if (me.admin && !(await this.users.hasOtherAdministrator(tx, userId))) {
      throw administratorErrors.last();
    }
  }

  /** Until `tx` ends. */
  private async oneByOne(tx: EntityManager): Promise<void> {
    await execute(tx, 'SELECT pg_advisory_xact_lock($1)', [LOCK]);
  }
}
