import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { AddEmailRequest } from '@casement/proto/http/email-addresses.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { UsersService, type User } from '../users/users.service.js';
import { emailVerificationErrors } from './email-verification.errors.js';
import { EmailVerificationService } from './email-verification.service.js';

/** Adds an address for legacy users without one and for users who lost theirs to another account (SPEC §2, §6). */
@Injectable()
export class AddEmailService {
  constructor(
    private readonly db: Database,
    private readonly captcha: CaptchaService,
    private readonly throttle: ThrottleService,
    private readonly users: UsersService,
    private readonly verification: EmailVerificationService,
    private readonly audit: Audit,
  ) {}

  /**
   * Stores the address, unverified, and sends a code to it. It can be replaced until it is verified, so that a typo does
   * not lock the user out. Like a registration, it reads no other account with the address.
   * @throws captchaErrors.refused, throttleErrors.tooManyAttempts, emailVerificationErrors.emailAlreadyAdded
   */
  async addEmail(actor: Actor, request: AddEmailRequest): Promise<User> {
    await this.captcha.check(request);
    await this.throttle.take(LIMITS.addEmail, actor.userId);
    await this.throttle.takeOfClient(LIMITS.codeMails, request.email.toLowerCase());
    return this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, actor.userId);
      if (!mayAddEmail(user)) throw emailVerificationErrors.emailAlreadyAdded();
      const changes = { email: request.email, emailChangedAt: new Date() };
      const changed = await this.users.change(tx, user, changes);
      await this.verification.send(tx, changed);
      await this.audit.record(tx, { action: 'email.added', target: `user:${user.id}` });
      return changed;
    });
  }
}

const mayAddEmail = ({ email, emailChangedAt, emailVerifiedAt, importedAt }: User): boolean =>
  email === null || (emailVerifiedAt === null && (importedAt ?? emailChangedAt) !== null);
