import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/auth/actor.js';
import { randomToken } from '@casement/common/crypto/tokens.js';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { KeyedHash } from '../secrets/keyed-hash.js';
import { hashToken } from '../secrets/token-hash.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { CODE_MINUTES, newEmailCode } from './email-code.js';
import { EmailVerificationRepository } from './email-verification.repository.js';
import { verificationMail } from './verification-mail.js';
import { emailVerificationErrors } from './email-verification.errors.js';

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
   * Sends a new code, which takes the place of the last one.
   * @param user locked for update by the caller
   * @param withLink legacy users may follow a link instead of typing the code
   * @throws emailVerificationErrors.noEmail
   */
  async send(
    tx: EntityManager,
    user: User,
    { withLink }: { withLink: boolean } = { withLink: false },
  ): Promise<void> {
    if (user.email === null) throw emailVerificationErrors.noEmail();
    const id = newId();
    const code = newEmailCode();
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
      to: user.email,
      giveUpAt: expiresAt,
      ...verificationMail(this.config.PUBLIC_URL, user.username, code, linkToken),
    });
  }

  /** @throws emailVerificationErrors.alreadyVerified, emailVerificationErrors.noEmail, throttleErrors.tooManyAttempts */
  async resend(actor: Actor): Promise<void> {
    await this.throttle.take(LIMITS.resend, actor.userId);
    await this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, actor.userId);
      if (user.emailVerifiedAt) throw emailVerificationErrors.alreadyVerified();
      await this.send(tx, user, { withLink: user.importedAt !== null });
    });
  }

  /**
   * The code proves the address that it was sent to, and works once. Tries are limited twice: per
   * code, and per user over all codes, so that asking for new ones does not buy more guesses.
   * @throws emailVerificationErrors.alreadyVerified, emailVerificationErrors.codeRefused, emailVerificationErrors.codeSpent, throttleErrors.tooManyAttempts
   */
  async verify(actor: Actor, code: string): Promise<User> {
    await this.throttle.take(LIMITS.verification, actor.userId);
    const outcome = await this.db.transaction((tx) => this.tryCode(tx, actor.userId, code));
    // Thrown only now: inside the transaction it would take the counted try back.
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  /**
   * The other way to the same record: the link in a legacy user's mail.
   * @throws emailVerificationErrors.alreadyVerified, emailVerificationErrors.linkRefused, throttleErrors.tooManyAttempts
   */
  async verifyLink(actor: Actor, token: string): Promise<User> {
    await this.throttle.take(LIMITS.verification, actor.userId);
    return this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, actor.userId);
      if (user.emailVerifiedAt) throw emailVerificationErrors.alreadyVerified();
      const sent = await this.verifications.findByLink(tx, user.id, hashToken(token));
      if (!sent || sent.email !== user.email) throw emailVerificationErrors.linkRefused();
      return this.confirm(tx, user);
    });
  }

  private async tryCode(tx: EntityManager, userId: string, code: string) {
    const user = await this.users.getForUpdate(tx, userId);
    if (user.emailVerifiedAt) return emailVerificationErrors.alreadyVerified();
    const sent = await this.verifications.countTry(tx, userId);
    if (!sent || sent.email !== user.email) return emailVerificationErrors.codeSpent();
    if (!this.hash.matches(sent.id, code, sent.codeHash))
      return emailVerificationErrors.codeRefused();

    return this.confirm(tx, user);
  }

  /** Uses the record up, code and link alike. */
  private async confirm(tx: EntityManager, user: User): Promise<User> {
    const userId = user.id;
    await this.verifications.remove(tx, userId);
    const verified = await this.users.change(tx, user, { emailVerifiedAt: new Date() });
    // The stream outlives an account: who needs more than the id asks GetUsers.
    await this.outbox.add(tx, 'auth.email.verified.v1', { userId }, { key: userId });
    await this.audit.record(tx, { action: 'email.verified', target: `user:${userId}` });
    return verified;
  }
}
