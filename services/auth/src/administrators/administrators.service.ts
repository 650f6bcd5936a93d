import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { authErrors } from '@casement/common/platform/auth/auth.errors.js';
import { UsersService } from '../users/users.service.js';
import { administratorErrors } from './administrators.errors.js';
import { AdministratorsRepository } from './administrators.repository.js';

/** Protects the last administrator by serializing all role changes and deletions. */
@Injectable()
export class AdministratorsService {
  constructor(
    private readonly repository: AdministratorsRepository,
    private readonly users: UsersService,
  ) {}

  /**
   * Checks the stored account because the role in the token may be outdated. Blocks other role changes until `tx` ends.
   * @throws authErrors.adminsOnly
   */
  async assertAdministrator(tx: EntityManager, actor: Actor): Promise<void> {
    await this.repository.lockChanges(tx);
    const me = await this.users.get(actor.userId, tx);
    if (!me.admin || me.suspendedAt) throw authErrors.adminsOnly();
  }

  /**
   * Checks that the caller may demote or delete an account.
   * @throws authErrors.adminsOnly, administratorErrors.last, administratorErrors.ownAccount
   */
  async assertCanRemove(tx: EntityManager, actor: Actor, userId: string): Promise<void> {
    await this.assertAdministrator(tx, actor);
    if (userId !== actor.userId) return;
    if (!(await this.users.hasOtherAdministrator(tx, userId))) throw administratorErrors.last();
    throw administratorErrors.ownAccount();
  }

  /**
   * Checks that another administrator remains if this user is removed.
   *
   * @throws administratorErrors.last
   */
  async assertAnotherRemains(tx: EntityManager, userId: string): Promise<void> {
    await this.repository.lockChanges(tx);
    const me = await this.users.get(userId, tx);
    if (me.admin && !(await this.users.hasOtherAdministrator(tx, userId))) {
      throw administratorErrors.last();
    }
  }
}
