import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { AddEmailRequest } from '@casement/proto/http/email-addresses.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { EmailVerificationService } from '../email-verification/email-verification.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import type { UserEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { emailVerificationErrors } from '../email-verification/email-verification.errors.js';

/** How users without an e-mail address get one: legacy users, and those whose address another account has verified (SPEC §2, §6). */
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
   * The address is the account's from now on, unverified, and a mail goes to it. They may give another one
   * as long as it is not verified: a slip of the finger must not shut them out.
   * Other accounts with the address are not looked at, as at registration.
   * @throws captchaErrors.refused, throttleErrors.tooManyAttempts, emailVerificationErrors.emailAlreadyAdded
   */
  async addEmail(actor: Actor, request: AddEmailRequest): Promise<UserEntity> {
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

const mayAddEmail = ({ email, emailChangedAt, emailVerifiedAt, importedAt }: UserEntity): boolean =>
  email === null || (emailVerifiedAt === null && (importedAt ?? emailChangedAt) !== null);
