import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { RegisterRequest } from '@casement/proto/http/auth/sign-in.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { EmailVerificationService } from '../email-verification/email-verification.service.js';
import { LegalPagesService } from '../legal-pages/legal-pages.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService, type IssuedSession } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { UsersService, type User } from '../users/users.service.js';

@Injectable()
export class RegistrationService {
  constructor(
    private readonly db: Database,
    private readonly captcha: CaptchaService,
    private readonly throttle: ThrottleService,
    private readonly passwords: PasswordHasher,
    private readonly users: UsersService,
    private readonly verification: EmailVerificationService,
    private readonly sessions: SessionsService,
    private readonly legalPages: LegalPagesService,
    private readonly audit: Audit,
  ) {}

  /**
   * Creates account, first session and verification code in one transaction, and records the accepted terms. Other
   * accounts with the address are only read when the mail is sent (AddressOwner), so neither the response nor its
   * duration reveals them.
   * @throws captchaErrors.refused, throttleErrors.tooManyAttempts, UsernameTaken
   */
  async register(request: RegisterRequest): Promise<{ user: User; session: IssuedSession }> {
    await this.captcha.check(request);
    await this.throttle.takeForClient(LIMITS.registration);
    const { username, email, password } = request;
    await this.throttle.takeForClient(LIMITS.codeMails, email.toLowerCase());
    const passwordHash = await this.passwords.hash(password);
    return this.db.transaction(async (tx) => {
      const user = await this.users.create(tx, { username, email, passwordHash });
      await this.legalPages.acceptCurrentTerms(tx, user.id);
      await this.verification.send(tx, user);
      const session = await this.sessions.begin(tx, user);
      await this.audit.record(tx, { action: 'user.registered', target: `user:${user.id}` });
      return { user, session };
    });
  }
}
