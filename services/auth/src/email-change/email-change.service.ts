import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { randomToken } from '@casement/common/core/crypto/tokens.js';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Audit, VISITOR } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { AuthConfig } from '../config.js';
import { CODE_MINUTES, newEmailCode } from '../email-verification/email-code.js';
import { emailVerificationErrors } from '../email-verification/email-verification.errors.js';
import { EmailVerificationService } from '../email-verification/email-verification.service.js';
import { verificationMail } from '../email-verification/verification-mail.js';
import { assertSessionLive } from '../live-session.repository.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { hashToken, KeyedHash } from '../secret-hash.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { UsersService, type User } from '../users/users.service.js';
import { emailChangedMail } from './email-changed-mail.js';
import { emailChangeErrors } from './email-change.errors.js';
import { EmailChangeRepository } from './email-change.repository.js';

const UNDO_HOURS = 72;

@Injectable()
export class EmailChangeService {
  private readonly hash: KeyedHash;

  constructor(
    private readonly config: AuthConfig,
    private readonly db: Database,
    private readonly changes: EmailChangeRepository,
    private readonly users: UsersService,
    private readonly verification: EmailVerificationService,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly mails: MailOutbox,
    private readonly throttle: ThrottleService,
    private readonly signals: Signals,
    private readonly audit: Audit,
  ) {
    this.hash = new KeyedHash(config.DATA_ENCRYPTION_KEY, 'email-change-code');
  }

  /**
   * Sends a code to the new address. No other account with the address is read, so the response reveals nothing; its
   * owner gets a mail instead (AddressOwner).
   * @throws emailChangeErrors.unchanged, throttleErrors.tooManyAttempts
   */
  async request({ userId }: Actor, email: string): Promise<void> {
    await this.throttle.take(LIMITS.addEmail, userId);
    await this.throttle.takeForClient(LIMITS.codeMails, email.toLowerCase());
    await this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, userId);
      if (user.emailVerifiedAt && isSame(user.email, email)) throw emailChangeErrors.unchanged();
      const id = newId();
      const code = newEmailCode();
      const expiresAt = new Date(Date.now() + CODE_MINUTES * 60_000);
      const codeHash = this.hash.of(id, code);
      await this.changes.replace(tx, { userId, id, email, codeHash, tries: 0, expiresAt });
      await this.mails.add(tx, {
        kind: 'verification',
        userId,
        to: email,
        giveUpAt: expiresAt,
        ...verificationMail(this.config.PUBLIC_URL, user, code),
      });
      await this.audit.record(tx, { action: 'email.change_requested', target: `user:${userId}` });
    });
  }

  /**
   * Changes the address by the code sent to it. A verified former address stays reserved and can undo the change.
   * @throws emailVerificationErrors.codeSpent, emailVerificationErrors.codeRefused, emailChangeErrors.taken,
   * throttleErrors.tooManyAttempts
   */
  async confirm(actor: Actor, code: string): Promise<User> {
    const { userId } = actor;
    await this.throttle.take(LIMITS.verification, userId);
    const pending = await this.changes.find(userId);
    if (!pending) throw emailVerificationErrors.codeSpent();
    const outcome = await this.db.transaction(async (tx) => {
      const user = await this.users.getToVerify(tx, userId, pending.email);
      await assertSessionLive(tx, actor);
      const sent = await this.changes.countTry(tx, userId);
      if (sent?.id !== pending.id) return emailVerificationErrors.codeSpent();
      return this.hash.matches(sent.id, code, sent.codeHash)
        ? this.apply(tx, actor, user, sent.email)
        : emailVerificationErrors.codeRefused();
    });
    // Thrown after the transaction, because throwing inside would roll back the counted try.
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  private async apply(
    tx: EntityManager,
    { sessionId }: Actor,
    user: User,
    email: string,
  ): Promise<User | DomainError> {
    const userId = user.id;
    await this.changes.remove(tx, userId);
    if (await this.users.isEmailTaken(tx, userId, email)) return emailChangeErrors.taken();
    await this.throttle.take(LIMITS.emailChanges, userId, tx);
    const at = new Date();
    if (user.email !== null && user.emailVerifiedAt) await this.reserve(tx, user, user.email, at);
    const changed = await this.setVerified(tx, user, email, at);
    await this.sessions.endOthers(tx, userId, sessionId, 'email_changed');
    await this.audit.record(tx, { action: 'email.changed', target: `user:${userId}` });
    return changed;
  }

  private async reserve(tx: EntityManager, user: User, email: string, at: Date): Promise<void> {
    const token = randomToken();
    const expiresAt = new Date(at.getTime() + UNDO_HOURS * 3_600_000);
    await this.changes.reserve(tx, {
      undoHash: hashToken(token),
      userId: user.id,
      email,
      changedAt: at,
      expiresAt,
    });
    await this.mails.add(tx, {
      kind: 'email-changed',
      userId: user.id,
      to: email,
      giveUpAt: expiresAt,
      ...emailChangedMail(this.config.PUBLIC_URL, user, { at, undoUntil: expiresAt, token }),
    });
  }

  /**
   * Restores the former address by the link sent to it. Ends all sessions and all other access, because whoever
   * changed the address may still have them.
   * @throws emailChangeErrors.undoRefused, throttleErrors.tooManyAttempts
   */
  async undo(token: string): Promise<void> {
    const undoHash = hashToken(token);
    const found = await this.changes.findReservation(undoHash);
    if (
      !found ||
      !(await this.db.transaction((tx) => this.restore(tx, found.userId, undoHash, found.email)))
    ) {
      await this.throttle.takeForClient(LIMITS.accountLinks);
      this.signals.raise({ kind: 'token_refused', detail: 'undo of an email change' });
      throw emailChangeErrors.undoRefused();
    }
  }

  private async restore(
    tx: EntityManager,
    userId: string,
    undoHash: Buffer,
    email: string,
  ): Promise<boolean> {
    const user = await this.users.getToVerify(tx, userId, email);
    // A parallel use removes it before this transaction gets the lock.
    const reservation = await this.changes.findReservation(undoHash, tx);
    if (!reservation) return false;
    await this.changes.removeFrom(tx, reservation);
    await this.changes.remove(tx, userId);
    const restored = await this.setVerified(tx, user, email, new Date());
    await this.sessions.endAll(tx, restored, 'email_changed');
    await this.apiKeys.revokeAccess(tx, userId);
    await this.audit.record(tx, {
      action: 'email.change_undone',
      target: `user:${userId}`,
      actor: VISITOR,
    });
    return true;
  }

  private async setVerified(tx: EntityManager, user: User, email: string, at: Date): Promise<User> {
    const changes = { email, emailChangedAt: at, emailVerifiedAt: at };
    const changed = await this.users.change(tx, user, changes);
    await this.verification.removeFromOthers(tx, email);
    return changed;
  }
}

const isSame = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase();
