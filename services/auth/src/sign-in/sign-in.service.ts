import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { PROOF_BITS, proofText, type LoginRequest } from '@casement/proto/http/auth/sign-in.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { sessionErrors } from '../sessions/sessions.errors.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { hasNewPassword, UsersService, type User } from '../users/users.service.js';
import { NewNetworkService } from './new-network.service.js';
import {
  TwoFactorSignInService,
  type SecondStep,
  type SignedIn,
} from './two-factor-sign-in.service.js';

/** Session, or the challenge for the second factor. */
type SignInOutcome = SignedIn | SecondStep;

@Injectable()
export class SignInService {
  constructor(
    private readonly db: Database,
    private readonly captcha: CaptchaService,
    private readonly throttle: ThrottleService,
    private readonly passwords: PasswordHasher,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly twoFactor: TwoFactorSignInService,
    private readonly newNetwork: NewNetworkService,
    private readonly signals: Signals,
  ) {}

  /**
   * Signs in by username or e-mail address. Known and unknown accounts cost the same work and get the same response.
   * Attempts are counted before the password is checked so that parallel guesses count too.
   * @throws sessionErrors.proofRequired, captchaErrors.refused, throttleErrors.tooManyAttempts,
   * sessionErrors.wrongCredentials, sessionErrors.suspended
   */
  async signIn(request: LoginRequest): Promise<SignInOutcome> {
    const user = await this.users.findByLogin(request.username);
    // Counted by the typed text: counters of the account would reveal which e-mail address belongs to which username.
    const identifier = request.username.toLowerCase();
    const proven = request.proof !== undefined && isProof(request.captchaId, request.proof);
    // Checked before the CAPTCHA, whose answer is accepted only once, because the page repeats the call with the
    // proof.
    const mustProve =
      !proven && (await this.throttle.isUsedUp(LIMITS.loginByIdentifier, identifier));
    if (mustProve) throw sessionErrors.proofRequired();
    await this.captcha.check(request);
    await this.throttle.takeForClient(LIMITS.loginByAddress);
    await this.throttle.takeForClient(LIMITS.loginByClient, identifier);
    const counted =
      (await this.throttle.tryTake(LIMITS.loginByIdentifier, identifier)) === undefined;
    // Parallel attempts have used up the limit since the first check.
    if (!counted && !proven) throw sessionErrors.proofRequired();

    const check = await this.passwords.verify(user?.passwordHash, request.password);
    if (!user || !check.matches) {
      this.signals.raise({
        kind: 'login_failed',
        detail: user ? 'wrong password' : `unknown account ${markOf(request.username)}`,
        ...(user && { userId: user.id }),
      });
      throw sessionErrors.wrongCredentials();
    }
    await this.throttle.refundClient(LIMITS.loginByAddress);
    await this.throttle.clearForClient(LIMITS.loginByClient, identifier);
    if (counted) await this.throttle.refund(LIMITS.loginByIdentifier, identifier);
    if (await this.twoFactor.isRequired(user.id)) await this.twoFactor.takeChallenge(user.id);
    const betterHash = check.needsUpgrade && (await this.passwords.hash(request.password));
    const outcome = await this.db.transaction((tx) => this.begin(tx, user, betterHash));
    // Sign-ins with a second factor are in the audit log.
    if ('session' in outcome) {
      this.signals.raise({ kind: 'login_succeeded', userId: user.id, detail: 'password only' });
    }
    return outcome;
  }

  /** Locks the account and checks that its password has not changed since it was verified. */
  private async begin(
    tx: EntityManager,
    seen: User,
    betterHash: string | false,
  ): Promise<SignInOutcome> {
    let user = await this.users.getForUpdate(tx, seen.id);
    if (hasNewPassword(user, seen)) throw sessionErrors.wrongCredentials();
    // Only someone who knows the password learns of the suspension.
    if (user.suspendedAt) throw sessionErrors.suspended();
    if (betterHash) user = await this.users.change(tx, user, { passwordHash: betterHash });
    if (await this.twoFactor.isRequired(user.id, tx)) {
      return this.twoFactor.begin(tx, user);
    }
    await this.newNetwork.note(tx, user);
    return { user, session: await this.sessions.begin(tx, user) };
  }
}

/**
 * Returns whether the caller has done the proof of work for this sign-in: a number that makes the hash begin with
 * PROOF_BITS zero bits (Hashcash). The CAPTCHA accepts one answer, so a proof bound to it is valid for one attempt.
 */
function isProof(captchaId: string, proof: string): boolean {
  const hash = createHash('sha256').update(proofText(captchaId, proof)).digest();
  return hash.readUInt32BE(0) >>> (32 - PROOF_BITS) === 0;
}

/**
 * Returns a short hash that distinguishes unknown usernames in signals. With only 16 bits, it does not reveal the
 * text, which may be a password typed into the wrong field.
 */
const markOf = (username: string): string =>
  createHash('sha256').update(username.toLowerCase()).digest('hex').slice(0, 4);
