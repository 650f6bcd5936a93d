import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type {
  UserAction,
  UserActionOutcome,
  UserActionResponse,
  userActionRequest,
} from '@casement/proto/http/auth/users.js';
import type { z } from 'zod';
import { AdministratorsService } from '../administrators/administrators.service.js';
import { EmailVerificationService } from '../email-verification/email-verification.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersService, type User } from '../users/users.service.js';

type Request = z.output<typeof userActionRequest>;

/** Actions of administrators on one or many users. */
@Injectable()
export class UserActionsService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly administrators: AdministratorsService,
    private readonly sessions: SessionsService,
    private readonly verification: EmailVerificationService,
    private readonly audit: Audit,
  ) {}

  /**
   * Acts on each user that the action changes, all in one transaction, or only tells what would change.
   * @returns the effect on each user, in the order of the request
   * @throws authErrors.adminsOnly
   */
  async act(actor: Actor, { ids, action, reason, preview }: Request): Promise<UserActionResponse> {
    return this.db.transaction(async (tx) => {
      await this.administrators.assertAdministrator(tx, actor);
      const effects = new Map<string, UserActionResponse[number]>();
      // Sorted, so that two requests lock in the same order.
      for (const id of [...new Set(ids)].sort()) {
        const user = await this.users.findAnyForUpdate(tx, id);
        const outcome = await this.outcomeOf(tx, actor, action, user);
        effects.set(id, { id, username: user?.username ?? null, outcome });
        if (!preview && user && outcome === 'changes') await this.apply(tx, action, user, reason);
      }
      return ids.flatMap((id) => effects.get(id) ?? []);
    });
  }

  /** Replaces the administrators' note about a user. @throws userErrors.notFound, userErrors.beingDeleted */
  async setNote(userId: string, note: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const user = await this.users.getByIdForUpdate(tx, userId);
      await this.users.change(tx, user, { adminNote: note || null });
      // The text stays out of the audit log, which outlives the account.
      await this.audit.record(tx, { action: 'user.note_changed', target: `user:${userId}` });
    });
  }

  private async outcomeOf(
    tx: EntityManager,
    actor: Actor,
    action: UserAction,
    user: User | null,
  ): Promise<UserActionOutcome> {
    if (!user || user.deletingSince) return 'not_found';
    switch (action) {
      case 'suspend':
        if (user.id === actor.userId) return 'own_account';
        if (user.suspendedAt) return 'unchanged';
        if (user.admin && !(await this.users.hasOtherAdministrator(tx, user.id))) {
          return 'last_administrator';
        }
        return 'changes';
      case 'unsuspend':
        return user.suspendedAt ? 'changes' : 'unchanged';
      case 'sign_out':
        return (await this.sessions.liveOf(user.id)).length > 0 ? 'changes' : 'unchanged';
      case 'resend_verification':
        if (user.emailVerifiedAt) return 'unchanged';
        return user.email === null ? 'no_email' : 'changes';
    }
  }

  private async apply(
    tx: EntityManager,
    action: UserAction,
    user: User,
    reason: string,
  ): Promise<void> {
    const target = `user:${user.id}`;
    switch (action) {
      case 'suspend':
        // The new epoch also ends cached API keys and pending second steps.
        await this.sessions.endAll(tx, await this.users.suspend(tx, user, reason), 'suspended');
        return this.audit.record(tx, { action: 'user.suspended', target, after: { reason } });
      case 'unsuspend': {
        await this.users.change(tx, user, { suspendedAt: null, suspendedReason: null });
        const before = { reason: user.suspendedReason };
        return this.audit.record(tx, { action: 'user.unsuspended', target, before });
      }
      case 'sign_out':
        await this.sessions.endAll(tx, user, 'ended_by_administrator');
        return this.audit.record(tx, { action: 'sessions.ended', target });
      case 'resend_verification':
        await this.verification.send(tx, user);
        return this.audit.record(tx, { action: 'verification.resent', target });
    }
  }
}
