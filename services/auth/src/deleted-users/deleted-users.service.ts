import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit, auditActor } from '@casement/common/messaging/audit.js';
import { AdministratorsService } from '../administrators/administrators.service.js';
import { ServiceClients } from '../clients/service-clients.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersService, type User } from '../users/users.service.js';
import { deletionErrors } from './deleted-users.errors.js';
import { DeletedUsersRepository, type UserDeletion } from './deleted-users.repository.js';

const SWEEP_INTERVAL_MS = 5_000;
const log = logger('deleted-users');

/** Outcome of an attempt. `busy` and `unreachable` leave the account unchanged. */
type DeletionOutcome =
  { kind: 'deleted' } | { kind: 'busy'; active: number } | { kind: 'unreachable'; cause: unknown };

/**
 * Deletes a user as a saga. Each step is committed before the next begins; after a crash, a job resumes it:
 * 1. The account is marked, which refuses its sign-ins, refreshes and tokens.
 * 2. Install refuses new installs of the user and counts those in progress (idempotent by attempt).
 * 3. If there are none, the account is erased and the event is stored, in one transaction.
 * 4. If there are some, or install does not answer, the mark is removed and install accepts the user again.
 */
@Injectable()
export class DeletedUsersService {
  readonly job;

  constructor(
    private readonly db: Database,
    private readonly deletions: DeletedUsersRepository,
    private readonly users: UsersService,
    private readonly administrators: AdministratorsService,
    private readonly sessions: SessionsService,
    private readonly clients: ServiceClients,
    private readonly audit: Audit,
    jobs: Jobs,
  ) {
    this.job = jobs.every('deleted-users', SWEEP_INTERVAL_MS, (stop) => this.sweep(stop));
  }

  /**
   * @throws administratorErrors.last, userErrors.beingDeleted, deletionErrors.hasActiveInstalls,
   * deletionErrors.unavailable
   */
  async deleteOwn(actor: Actor): Promise<void> {
    await this.delete(actor, actor.userId, (tx) =>
      this.administrators.assertAnotherRemains(tx, actor.userId),
    );
  }

  /**
   * Deletes another user's account for an administrator.
   * @throws authErrors.adminsOnly, userErrors.notFound, administratorErrors.ownAccount and the errors of deleteOwn
   */
  async deleteUser(actor: Actor, userId: string): Promise<void> {
    await this.delete(actor, userId, (tx) =>
      this.administrators.assertCanRemove(tx, actor, userId),
    );
  }

  /**
   * Resumes deletions that were interrupted by a crash or an unavailable service.
   * @returns the number of claimed deletions
   */
  async sweep(stop?: AbortSignal): Promise<number> {
    let claimed = 0;
    // Claims one deletion at a time so that no claim expires while another deletion is in progress.
    while (!stop?.aborted) {
      const deletion = await this.deletions.claimAbandoned();
      if (!deletion) break;
      claimed += 1;
      try {
        await this.advance(deletion);
      } catch (err) {
        // The job retries the deletion when its claim has expired.
        log.warn(
          { userId: deletion.userId, err },
          'abandoned account deletion could not be resumed, will be retried',
        );
      }
    }
    return claimed;
  }

  /** Resumes an attempt claimed by the caller. */
  async advance(deletion: UserDeletion): Promise<DeletionOutcome | undefined> {
    if (deletion.step === 'reopening') {
      await this.reopen(deletion);
      return undefined;
    }
    const outcome = await this.close(deletion);
    if (outcome.kind === 'deleted') {
      const erased = await this.erase(deletion);
      return erased
        ? outcome
        : { kind: 'unreachable', cause: new Error('deletion was abandoned concurrently') };
    }
    const undone = await this.undo(deletion, outcome);
    // If install is unavailable, the job notifies it later.
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
    if (outcome?.kind === 'busy') throw deletionErrors.hasActiveInstalls(outcome.active);
    if (outcome?.kind === 'unreachable') throw deletionErrors.unavailable(outcome.cause);
  }

  private async begin(tx: EntityManager, actor: Actor, id: string): Promise<UserDeletion> {
    const user = await this.users.getByIdForUpdate(tx, id);
    const userId = user.id;
    const deletion = { userId, id: newId(), requestedBy: actor.userId };
    await this.deletions.begin(tx, deletion);
    const marked = await this.users.change(tx, user, { deletingSince: new Date() });
    // Ends access tokens only. Sessions stay until the account is erased, because the deletion may still be undone.
    await this.sessions.endAccessTokens(tx, marked);
    await this.audit.record(tx, { action: 'deletion.requested', target: `user:${userId}` });
    return { ...deletion, step: 'closing' };
  }

  private async close({ userId, id }: UserDeletion): Promise<DeletionOutcome> {
    try {
      const active = await this.clients.closeInstalls(userId, id);
      return active === 0 ? { kind: 'deleted' } : { kind: 'busy', active };
    } catch (cause) {
      return { kind: 'unreachable', cause };
    }
  }

  /** @returns false if another process has resumed and given up the attempt in the meantime */
  private erase(deletion: UserDeletion): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const { userId } = deletion;
      const held = await this.deletions.lock(tx, deletion, 'closing');
      const user = await this.users.findAnyForUpdate(tx, userId);
      if (!held) return user === null;
      await this.deletions.end(deletion, tx);
      await this.users.erase(tx, userId);
      await this.audit.record(tx, {
        action: 'user.deleted',
        target: `user:${userId}`,
        // Excludes everything that identifies the user.
        before: { admin: user?.admin ? 1 : 0, created_at: user?.createdAt.toISOString() },
        actor: requester(deletion, user),
      });
      log.info({ userId }, 'account deleted');
      return true;
    });
  }

  /** @returns false if another process has resumed the attempt in the meantime */
  private undo(
    deletion: UserDeletion,
    outcome: Exclude<DeletionOutcome, { kind: 'deleted' }>,
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      if (!(await this.deletions.lock(tx, deletion, 'closing'))) return false;
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

  private async reopen(deletion: UserDeletion): Promise<void> {
    try {
      await this.clients.reopenInstalls(deletion.userId, deletion.id);
      await this.deletions.end(deletion);
    } catch (err) {
      // The row stays, so the job retries.
      log.warn({ userId: deletion.userId, err }, 'installs could not be reopened, will be retried');
    }
  }
}

/** Returns the user who requested the deletion: the owner, or an administrator, who may have lost the role since. */
const requester = ({ userId, requestedBy }: UserDeletion, user: User | null) =>
  auditActor(requestedBy, requestedBy !== userId || user?.admin === true);
