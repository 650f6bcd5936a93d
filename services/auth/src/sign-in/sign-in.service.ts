import { Injectable } from '@nestjs/common';
import { clientAddress } from '@casement/common/context/request-context.js';
import { Database } from '@casement/common/database/database.js';
import { Signals } from '@casement/common/messaging/signals.js';
import type { LoginRequest } from '@casement/proto/http/auth.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService, type IssuedSession } from '../sessions/sessions.service.js';
import { clientKey } from '../throttle/client-key.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { WrongCredentials } from './sign-in.errors.js';

@Injectable()
export class SignInService {
  constructor(
    private readonly db: Database,
    private readonly captcha: CaptchaService,
    private readonly throttle: ThrottleService,
    private readonly passwords: PasswordHasher,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly signals: Signals,
  ) {}

  /**
   * By username or e-mail address. Known and unknown accounts cost the same work and get the same
   * answer; the attempts are taken before the password is looked at, so parallel guesses count too.
   * @throws CaptchaRefused, TooManyAttempts, WrongCredentials
   */
  async signIn(request: LoginRequest): Promise<{ user: User; session: IssuedSession }> {
    await this.captcha.check(request);
    const address = clientKey(clientAddress() ?? '');
    // As typed: one counter for a name and its address together would tell that they belong together.
    const account = `${request.username.toLowerCase()}|${address}`;
    await this.throttle.take(LIMITS.loginByAddress, address);
    await this.throttle.take(LIMITS.loginByAccount, account);

    const user = await this.users.findByLogin(request.username);
    const matches = await this.passwords.verify(user?.passwordHash, request.password);
    if (!user || !matches) {
      this.signals.raise({
        kind: 'login_failed',
        detail: user ? 'wrong password' : 'unknown account',
        ...(user && { userId: user.id }),
      });
      throw new WrongCredentials();
    }
    await this.throttle.giveBack(LIMITS.loginByAddress, address);
    await this.throttle.clear(LIMITS.loginByAccount, account);
    const session = await this.db.transaction((tx) => this.sessions.begin(tx, user));
    return { user, session };
  }
}
