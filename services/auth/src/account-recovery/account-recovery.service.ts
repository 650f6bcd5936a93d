import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { Audit, SYSTEM, VISITOR, type AuditActor } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { AdministratorsService } from '../administrators/administrators.service.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { hashToken } from '../secret-hash.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { UsersService, type User } from '../users/users.service.js';
import { accountRecoveryErrors } from './account-recovery.errors.js';
import { AccountRecoveryRepository } from './account-recovery.repository.js';
import { recoveryMail, type RecoveryNews } from './recovery-mail.js';

const WAIT_HOURS = 24;
const POLL_MS = 60_000;

/**
 * Removes the second factors of a customer who has lost them all, 24 hours after an administrator started it. The
 * owner gets a mail at the start and at the end, and can cancel in between. The password stays.
 */
@Injectable()
export class AccountRecoveryService {
  readonly job;

  constructor(
    private readonly config: AuthConfig,
    private readonly db: Database,
    private readonly recoveries: AccountRecoveryRepository,
    private readonly users: UsersService,
    private readonly administrators: AdministratorsService,
    private readonly twoFactor: TwoFactorService,
    private readonly sessions: SessionsService,
    private readonly mails: MailOutbox,
    private readonly throttle: ThrottleService,
    private readonly signals: Signals,
    private readonly audit: Audit,
    jobs: Jobs,
  ) {
    this.job = jobs.every('account-recovery', POLL_MS, () => this.completeDue());
  }

  /** @returns the time when the second factors will be removed; null if no recovery is pending */
  async effectiveAt(userId: string): Promise<Date | null> {
    return (await this.recoveries.find({ userId }))?.effectiveAt ?? null;
  }

  /** Returns whether an administrator can start a recovery, and when a started recovery takes effect. */
  async statusOf(userId: string): Promise<{ available: boolean; effectiveAt: Date | null }> {
    const user = await this.users.getById(userId);
    const available = await this.isAvailable(user);
    return { available, effectiveAt: await this.effectiveAt(userId) };
  }

  /**
   * Starts the waiting time. A repeated call does not change it.
   * @throws authErrors.adminsOnly, userErrors.notFound, userErrors.beingDeleted, accountRecoveryErrors.unavailable
   */
  start(actor: Actor, userId: string): Promise<Date> {
    return this.db.transaction(async (tx) => {
      await this.administrators.assertAdministrator(tx, actor);
      const user = await this.users.getByIdForUpdate(tx, userId);
      const waiting = await this.recoveries.find({ userId }, tx);
      if (waiting) return waiting.effectiveAt;
      if (!(await this.isAvailable(user, tx))) throw accountRecoveryErrors.unavailable();
      await this.throttle.take(LIMITS.recoveries, userId, tx);
      const token = randomToken();
      const effectiveAt = new Date(Date.now() + WAIT_HOURS * 3_600_000);
      await this.recoveries.insert(tx, {
        userId,
        requestedBy: actor.userId,
        cancelHash: hashToken(token),
        effectiveAt,
      });
      await this.mail(tx, user, { kind: 'started', effectiveAt, token });
      await this.record(tx, userId, 'started');
      return effectiveAt;
    });
  }

  /** Cancels the recovery of the caller's own account, or of another one as an administrator. @throws accountRecoveryErrors.notFound */
  async cancel(userId: string): Promise<void> {
    const cancelled = await this.db.transaction((tx) => this.take(tx, userId));
    if (!cancelled) throw accountRecoveryErrors.notFound();
  }

  /** @throws accountRecoveryErrors.linkRefused, throttleErrors.tooManyAttempts */
  async cancelByLink(token: string): Promise<void> {
    const recovery = await this.recoveries.find({ cancelHash: hashToken(token) });
    if (recovery && (await this.db.transaction((tx) => this.take(tx, recovery.userId, VISITOR)))) {
      return;
    }
    await this.throttle.takeForClient(LIMITS.accountLinks);
    this.signals.raise({ kind: 'token_refused', detail: 'cancellation of a recovery' });
    throw accountRecoveryErrors.linkRefused();
  }

  /** Cancels a recovery, if one was started, in the caller's transaction. @returns whether it did */
  async take(tx: EntityManager, userId: string, actor?: AuditActor): Promise<boolean> {
    const user = await this.users.findAnyForUpdate(tx, userId);
    if (!user || !(await this.recoveries.take(tx, { userId }))) return false;
    await this.mail(tx, user, { kind: 'cancelled' });
    await this.record(tx, userId, 'cancelled', actor);
    return true;
  }

  /** Completes every recovery whose waiting time is over. */
  async completeDue(): Promise<void> {
    for (const { userId, cancelHash } of await this.recoveries.findDue()) {
      await this.db.transaction((tx) => this.complete(tx, userId, cancelHash));
    }
  }

  private async complete(tx: EntityManager, userId: string, cancelHash: Buffer): Promise<void> {
    const user = await this.users.findAnyForUpdate(tx, userId);
    // Cancelled, or completed by another replica.
    if (!user || !(await this.recoveries.take(tx, { userId, cancelHash }))) return;
    // Promoted since: an administrator's factors are removed on the server only.
    if (user.admin) return this.record(tx, userId, 'cancelled', SYSTEM);
    await this.twoFactor.removeAll(tx, userId);
    await this.sessions.endAll(tx, user, 'two_factor_changed');
    await this.mail(tx, user, { kind: 'done' });
    await this.record(tx, userId, 'completed', SYSTEM);
  }

  private async isAvailable(user: User, tx?: EntityManager): Promise<boolean> {
    if (user.admin || !user.emailVerifiedAt) return false;
    return this.twoFactor.isEnabled(user.id, tx);
  }

  private mail(tx: EntityManager, user: User, news: RecoveryNews): Promise<void> {
    const content = recoveryMail(this.config.PUBLIC_URL, user, news);
    return this.mails.addTo(tx, user, { kind: 'account-recovery', ...content });
  }

  private record(
    tx: EntityManager,
    userId: string,
    what: 'started' | 'cancelled' | 'completed',
    actor?: AuditActor,
  ): Promise<void> {
    const target = `user:${userId}`;
    return this.audit.record(tx, {
      action: `account_recovery.${what}`,
      target,
      ...(actor && { actor }),
    });
  }
}
