import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { KeyedHash } from '../secrets/keyed-hash.js';
import { hashToken } from '../secrets/token-hash.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import type { UserEntity } from '../users/user.entity.js';
import { EmailTaken } from '../users/users.errors.js';
import { UsersService } from '../users/users.service.js';
import { CODE_MINUTES, newEmailCode } from './email-code.js';
import { EmailVerificationRepository } from './email-verification.repository.js';
import { verificationMail } from './verification-mail.js';
import { emailVerificationErrors } from './email-verification.errors.js';

/** Of the accounts that lose an address, so many get an audit entry: a stranger may have made thousands with it. */
const MAX_AUDITED = 100;

@Injectable()
export class EmailVerificationService {
  private readonly hash: KeyedHash;

  constructor(
    private readonly config: AuthConfig,
    private readonly db: Database,
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
   * Sends a new code, which takes the place of the last one. A user who came without an address, or has added one,
   * may follow a link instead of typing the code.
   * @param user locked for update by the caller
   * @throws emailVerificationErrors.noEmail
   */
  async send(tx: EntityManager, user: UserEntity): Promise<void> {
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
    await this.mails.add(tx, {
      kind: 'verification',
      userId: user.id,
      to: user.email,
      giveUpAt: expiresAt,
      ...verificationMail(this.config.PUBLIC_URL, user, code, linkToken),
    });
  }

  /** @throws emailVerificationErrors.alreadyVerified, emailVerificationErrors.noEmail, throttleErrors.tooManyAttempts */
  async resend(actor: Actor): Promise<void> {
    await this.throttle.take(LIMITS.resend, actor.userId);
    const { email } = await this.users.get(actor.userId);
    if (email !== null) await this.throttle.takeOfClient(LIMITS.codeMails, email.toLowerCase());
    await this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, actor.userId);
      if (user.emailVerifiedAt) throw emailVerificationErrors.alreadyVerified();
      await this.send(tx, user);
    });
  }

  /**
   * The code proves the address that it was sent to, and works once. Tries are limited twice: per
   * code, and per user over all codes, so that asking for new ones does not buy more guesses.
   * @throws emailVerificationErrors.alreadyVerified, emailVerificationErrors.noEmail, EmailTaken, emailVerificationErrors.codeRefused, emailVerificationErrors.codeSpent, throttleErrors.tooManyAttempts
   */
  verify(actor: Actor, code: string): Promise<UserEntity> {
    return this.attempt(actor, async (tx, user) => {
      const sent = await this.verifications.countTry(tx, user.id);
      if (!sent || sent.email !== user.email) return emailVerificationErrors.codeSpent();
      return this.hash.matches(sent.id, code, sent.codeHash)
        ? this.confirm(tx, user, sent.email)
        : emailVerificationErrors.codeRefused();
    });
  }

  /**
   * The other way to the same record: the link in the mail.
   * @throws emailVerificationErrors.alreadyVerified, emailVerificationErrors.noEmail, EmailTaken, emailVerificationErrors.linkRefused, throttleErrors.tooManyAttempts
   */
  verifyLink(actor: Actor, token: string): Promise<UserEntity> {
    return this.attempt(actor, async (tx, user) => {
      const sent = await this.verifications.findByLink(tx, user.id, hashToken(token));
      return sent && sent.email === user.email
        ? this.confirm(tx, user, sent.email)
        : emailVerificationErrors.linkRefused();
    });
  }

  /** For an account with an address that is not verified yet. */
  private async attempt(
    actor: Actor,
    prove: (tx: EntityManager, user: UserEntity) => Promise<UserEntity | DomainError>,
  ): Promise<UserEntity> {
    await this.throttle.take(LIMITS.verification, actor.userId);
    const outcome = await this.db.transaction(async (tx) => {
      const user = await this.users.getToVerify(tx, actor.userId);
      if (user.emailVerifiedAt) return emailVerificationErrors.alreadyVerified();
      if (user.email !== null) return prove(tx, user);
      return user.emailChangedAt ? new EmailTaken() : emailVerificationErrors.noEmail();
    });
    // Thrown only now: inside the transaction it would take back the counted try, or the loss of an address.
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  /** Uses the record up, code and link alike. Of all accounts with the address the first one here keeps it. */
  private async confirm(
    tx: EntityManager,
    user: UserEntity,
    email: string,
  ): Promise<UserEntity | DomainError> {
    const userId = user.id;
    const losers = await this.takeFromOthers(tx, email);
    if (losers.includes(userId)) return new EmailTaken();
    await this.verifications.remove(tx, userId);
    const verified = await this.users.change(tx, user, { emailVerifiedAt: new Date() });
    await this.takeFromOthers(tx, email);
    // The stream outlives an account: who needs more than the id asks GetUsers.
    await this.outbox.add(tx, 'auth.email.verified.v1', { userId }, { key: userId });
    await this.audit.record(tx, { action: 'email.verified', target: `user:${userId}` });
    return verified;
  }

  /** From all that have not verified it, if one account has. */
  private async takeFromOthers(tx: EntityManager, email: string): Promise<string[]> {
    const losers = await this.users.takeFromOthers(tx, email);
    for (const id of losers.slice(0, MAX_AUDITED)) {
      await this.audit.record(tx, { action: 'email.lost', target: `user:${id}` });
    }
    return losers;
  }
}
