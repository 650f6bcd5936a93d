import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import type { AddEmailRequest } from '@casement/proto/http/auth/email-addresses.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { hashToken, KeyedHash } from '../secret-hash.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { EmailTaken } from '../users/users.errors.js';
import { UsersService, type User } from '../users/users.service.js';
import { CODE_MINUTES, newEmailCode } from './email-code.js';
import { emailVerificationErrors } from './email-verification.errors.js';
import { EmailVerificationRepository } from './email-verification.repository.js';
import { verificationMail } from './verification-mail.js';

/**
 * Maximum number of audit entries per verified address, because anyone can create thousands of accounts with the
 * address.
 */
const MAX_AUDITED = 100;

@Injectable()
export class EmailVerificationService {
  private readonly hash: KeyedHash;

  constructor(
    private readonly config: AuthConfig,
    private readonly db: Database,
    private readonly captcha: CaptchaService,
    private readonly verifications: EmailVerificationRepository,
    private readonly users: UsersService,
    private readonly mails: MailOutbox,
    private readonly throttle: ThrottleService,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {
    this.hash = new KeyedHash(config.DATA_ENCRYPTION_KEY, 'email-code');
  }

  /**
   * Sends a new code, which replaces the last one. Imported users and users who added their address also get a link.
   * @param user locked for update by the caller
   * @throws emailVerificationErrors.noEmail
   */
  async send(tx: EntityManager, user: User): Promise<void> {
    if (user.email === null) throw emailVerificationErrors.noEmail();
    const id = newId();
    const code = newEmailCode();
    const withLink = (user.importedAt ?? user.emailChangedAt) !== null;
    const linkToken = withLink ? randomToken() : undefined;
    const expiresAt = new Date(Date.now() + CODE_MINUTES * 60_000);
    await this.verifications.replace(tx, {
      userId: user.id,
      id,
      email: user.email,
      codeHash: this.hash.of(id, code),
      linkHash: linkToken === undefined ? null : hashToken(linkToken),
      tries: 0,
      expiresAt,
    });
    await this.mails.addTo(tx, user, {
      kind: 'verification',
      giveUpAt: expiresAt,
      ...verificationMail(this.config.PUBLIC_URL, user, code, linkToken),
    });
  }

  /**
   * Adds an address for legacy users without one and for users who lost theirs to another account (SPEC §2, §6). The
   * address can be replaced until it is verified, so that a typo does not lock the user out. As in a registration,
   * other accounts with the address are not read, so the response does not reveal them.
   *
   * @throws captchaErrors.refused, throttleErrors.tooManyAttempts, emailVerificationErrors.emailAlreadyAdded
   */
  async addEmail(actor: Actor, request: AddEmailRequest): Promise<User> {
    await this.captcha.check(request);
    await this.throttle.take(LIMITS.addEmail, actor.userId);
    await this.throttle.takeForClient(LIMITS.codeMails, request.email.toLowerCase());
    return this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, actor.userId);
      if (!mayAddEmail(user)) throw emailVerificationErrors.emailAlreadyAdded();
      const changes = { email: request.email, emailChangedAt: new Date() };
      const changed = await this.users.change(tx, user, changes);
      await this.send(tx, changed);
      await this.audit.record(tx, { action: 'email.added', target: `user:${user.id}` });
      return changed;
    });
  }

  /** @throws emailVerificationErrors.alreadyVerified, emailVerificationErrors.noEmail, throttleErrors.tooManyAttempts */
  async resend(actor: Actor): Promise<void> {
    await this.throttle.take(LIMITS.resend, actor.userId);
    const { email } = await this.users.get(actor.userId);
    if (email !== null) await this.throttle.takeForClient(LIMITS.codeMails, email.toLowerCase());
    await this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, actor.userId);
      if (user.emailVerifiedAt) throw emailVerificationErrors.alreadyVerified();
      await this.send(tx, user);
    });
  }

  /**
   * Verifies the address that the code was sent to. Tries are limited per code and per user over all codes, so that
   * requesting new codes allows no additional guesses.
   *
   * @throws emailVerificationErrors.alreadyVerified, emailVerificationErrors.noEmail, EmailTaken,
   * emailVerificationErrors.codeRefused, emailVerificationErrors.codeSpent, throttleErrors.tooManyAttempts
   */
  verify(actor: Actor, code: string): Promise<User> {
    return this.attempt(actor, async (tx, user) => {
      const sent = await this.verifications.countTry(tx, user.id);
      if (!sent || sent.email !== user.email) return emailVerificationErrors.codeSpent();
      return this.hash.matches(sent.id, code, sent.codeHash)
        ? this.confirm(tx, user, sent.email)
        : emailVerificationErrors.codeRefused();
    });
  }

  /**
   * Verifies the address by the link in the mail.
   *
   * @throws emailVerificationErrors.alreadyVerified, emailVerificationErrors.noEmail, EmailTaken,
   * emailVerificationErrors.linkRefused, throttleErrors.tooManyAttempts
   */
  verifyLink(actor: Actor, token: string): Promise<User> {
    return this.attempt(actor, async (tx, user) => {
      const sent = await this.verifications.findByLink(tx, user.id, hashToken(token));
      return sent && sent.email === user.email
        ? this.confirm(tx, user, sent.email)
        : emailVerificationErrors.linkRefused();
    });
  }

  private async attempt(
    actor: Actor,
    prove: (tx: EntityManager, user: User) => Promise<User | DomainError>,
  ): Promise<User> {
    await this.throttle.take(LIMITS.verification, actor.userId);
    const outcome = await this.db.transaction(async (tx) => {
      const user = await this.users.getToVerify(tx, actor.userId);
      if (user.emailVerifiedAt) return emailVerificationErrors.alreadyVerified();
      if (user.email !== null) return prove(tx, user);
      return user.emailChangedAt ? new EmailTaken() : emailVerificationErrors.noEmail();
    });
    // Thrown after the transaction, because throwing inside would roll back the counted try or the loss of an
    // address.
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  /** Consumes code and link. The first account that verifies an address keeps it. */
  private async confirm(tx: EntityManager, user: User, email: string): Promise<User | DomainError> {
    const userId = user.id;
    const losers = await this.removeFromOthers(tx, email);
    if (losers.includes(userId)) return new EmailTaken();
    await this.verifications.remove(tx, userId);
    const verified = await this.users.change(tx, user, { emailVerifiedAt: new Date() });
    await this.removeFromOthers(tx, email);
    // Contains only the user's id, because the event stream keeps it after the account is deleted.
    await this.outbox.add(tx, 'auth.email.verified.v1', { userId }, { key: userId });
    await this.audit.record(tx, { action: 'email.verified', target: `user:${userId}` });
    return verified;
  }

  /** Removes a verified address from all other accounts and audits it. @returns their ids */
  async removeFromOthers(tx: EntityManager, email: string): Promise<string[]> {
    const losers = await this.users.removeFromOthers(tx, email);
    for (const id of losers.slice(0, MAX_AUDITED)) {
      await this.audit.record(tx, { action: 'email.lost', target: `user:${id}` });
    }
    return losers;
  }
}

const mayAddEmail = ({ email, emailChangedAt, emailVerifiedAt, importedAt }: User): boolean =>
  email === null || (emailVerifiedAt === null && (importedAt ?? emailChangedAt) !== null);
