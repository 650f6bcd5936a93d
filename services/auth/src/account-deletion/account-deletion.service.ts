import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit, auditActor } from '@casement/common/messaging/audit.js';
import { AdministratorsService } from '../administrators/administrators.service.js';
import { ServiceClients } from '../clients/service-clients.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { UserEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import type { AccountDeletionEntity } from './account-deletion.entity.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { userErrors } from '../users/users.errors.js';
import { accountDeletionErrors } from './account-deletion.errors.js';

const log = logger('account-deletion');

/** How an attempt ended: `busy` and `unreachable` leave the account as it was. */
export type DeletionOutcome =
  { kind: 'deleted' } | { kind: 'busy'; active: number } | { kind: 'unreachable'; cause: unknown };

/**
 * The deletion of a user as steps, each of which is committed before the next begins, so that a crash
 * between two of them is carried on by the sweeper:
 *
 * 1. the account is marked: no one signs in, refreshes or calls with it any more
 * 2. install refuses the user from now on and counts what is under way (idempotent by attempt)
 * 3. nothing: the account is erased and the event is stored, in one transaction
 * 4. something, or no answer: the mark is taken off, then install lets the user in again
 */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly db: Database,
    private readonly deletions: AccountDeletionRepository,
    private readonly users: UsersService,
    private readonly administrators: AdministratorsService,
    private readonly sessions: SessionsService,
    private readonly clients: ServiceClients,
    private readonly audit: Audit,
  ) {}

  /**
   * One's own account.
   * @throws administratorErrors.last, userErrors.beingDeleted, accountDeletionErrors.hasActiveInstalls, accountDeletionErrors.unavailable
   */
  async deleteOwn(actor: Actor): Promise<void> {
    await this.delete(actor, actor.userId, (tx) =>
      this.administrators.assertAnother(tx, actor.userId),
    );
  }

  /**
   * Another user's, by an administrator.
   * @throws authErrors.adminsOnly, userErrors.notFound, administratorErrors.ownAccount and those of deleteOwn
   */
  async deleteUser(actor: Actor, userId: string): Promise<void> {
    await this.delete(actor, userId, (tx) =>
      this.administrators.assertMayTakeAway(tx, actor, userId),
    );
  }

  /** Carries on from where an attempt stands. For who has claimed it. */
  async advance(deletion: AccountDeletionEntity): Promise<DeletionOutcome | undefined> {
    if (deletion.step === 'reopening') {
      await this.reopen(deletion);
      return undefined;
    }
    const outcome = await this.close(deletion);
    if (outcome.kind === 'deleted') {
      const gone = await this.erase(deletion);
      return gone ? outcome : { kind: 'unreachable', cause: new Error('given up meanwhile') };
    }
    const undone = await this.undo(deletion, outcome);
    // When install is away, the sweeper notifies it later.
    if (undone && outcome.kind === 'busy') await this.reopen(deletion);
    return outcome;
  }

  private async delete(
    actor: Actor,
    userId: string,
    assertAllowed: (tx: EntityManager) => Promise<void>,
  ): Promise<void> {
    const deletion = await this.db.transaction(async (tx) => {
      await assertAllowed(tx);
      return this.begin(tx, actor, userId);
    });
    const outcome = await this.advance(deletion);
    if (outcome?.kind === 'busy') throw accountDeletionErrors.hasActiveInstalls(outcome.active);
    if (outcome?.kind === 'unreachable') throw accountDeletionErrors.unavailable(outcome.cause);
  }

  private async begin(tx: EntityManager, actor: Actor, id: string): Promise<AccountDeletionEntity> {
    const user = await this.users.findAnyForUpdate(tx, id);
    if (!user) throw userErrors.notFound();
    if (user.deletingSince) throw userErrors.beingDeleted();
    const userId = user.id;
    const deletion = { userId, id: newId(), requestedBy: actor.userId };
    await this.deletions.begin(tx, deletion);
    const marked = await this.users.change(tx, user, { deletingSince: new Date() });
    // Their sessions stay until the account is gone, so that they go on if it is not deleted after all.
    await this.sessions.endAccessTokens(tx, marked);
    await this.audit.record(tx, { action: 'deletion.requested', target: `user:${userId}` });
    return { ...deletion, step: 'closing', claimedUntil: new Date() };
  }

  private async close({ userId, id }: AccountDeletionEntity): Promise<DeletionOutcome> {
    try {
      const active = await this.clients.closeInstalls(userId, id);
      return active === 0 ? { kind: 'deleted' } : { kind: 'busy', active };
    } catch (cause) {
      return { kind: 'unreachable', cause };
    }
  }

  /** @returns false when another process has carried it on meanwhile, and not to its end */
  private erase(deletion: AccountDeletionEntity): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const { userId } = deletion;
      const held = await this.deletions.hold(tx, deletion, 'closing');
      const user = await this.users.findAnyForUpdate(tx, userId);
      if (!held) return user === null;
      await this.deletions.end(deletion, tx);
      await this.users.erase(tx, userId);
      await this.audit.record(tx, {
        action: 'user.deleted',
        target: `user:${userId}`,
        // Nothing that names them.
        before: { admin: user?.admin ? 1 : 0, created_at: user?.createdAt.toISOString() },
        actor: requester(deletion, user),
      });
      log.info({ userId }, 'account deleted');
      return true;
    });
  }

  /** @returns false when another process has carried it on meanwhile */
  private undo(
    deletion: AccountDeletionEntity,
    outcome: Exclude<DeletionOutcome, { kind: 'deleted' }>,
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      if (!(await this.deletions.hold(tx, deletion, 'closing'))) return false;
      const { userId } = deletion;
      const user = await this.users.findAnyForUpdate(tx, userId);
      if (user) await this.users.change(tx, user, { deletingSince: null });
      await this.deletions.giveUp(tx, deletion);
      await this.audit.record(tx, {
        action: 'deletion.refused',
        target: `user:${userId}`,
        after: { because: outcome.kind === 'busy' ? 'active installs' : 'install not reachable' },
        actor: requester(deletion, user),
      });
      log.info({ userId, because: outcome.kind }, 'account not deleted');
      return true;
    });
  }

  private async reopen(deletion: AccountDeletionEntity): Promise<void> {
    try {
      await this.clients.reopenInstalls(deletion.userId, deletion.id);
      await this.deletions.end(deletion);
    } catch (err) {
      // The row stays, and with it the sweeper's task.
      log.warn({ userId: deletion.userId, err }, 'installs not reopened yet');
    }
  }
}

/** The owner, or an administrator who may have no role any more by now. */
const requester = ({ userId, requestedBy }: AccountDeletionEntity, user: UserEntity | null) =>
  auditActor(requestedBy, requestedBy !== userId || user?.admin === true);
