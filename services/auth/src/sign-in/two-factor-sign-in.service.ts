import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit, auditActor, VISITOR } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import type { LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import { hashToken } from '../secret-hash.js';
import { SessionsService, type IssuedSession } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { TwoFactorCodeRefused, twoFactorErrors } from '../two-factor/two-factor.errors.js';
import { PasskeysService } from '../two-factor/passkeys.service.js';
import { TwoFactorService, type FactorProof } from '../two-factor/two-factor.service.js';
import { UsersService, type User } from '../users/users.service.js';
import { NewNetworkService } from './new-network.service.js';
import { TwoFactorChallengesRepository } from './two-factor-challenges.repository.js';

const PASSED = {
  app: 'two_factor.passed',
  passkey: 'passkey.passed',
  recovery: 'recovery_code.used',
};
const CHALLENGE_MINUTES = 5;
export const CHALLENGE_TRIES = 5;

export interface SignedIn {
  user: User;
  session: IssuedSession;
}

/** Challenge of the second step. */
export type SecondStep = { challengeId: string } & Pick<LoginResponse, 'passkey'>;

/**
 * Second step of a sign-in: the code.
 *
 * Guesses are limited in three ways: five codes per challenge, challenges per account and client, and codes per
 * account over all clients. Only someone who knows the password can use up the last limit, and a new password resets
 * it.
 */
@Injectable()
export class TwoFactorSignInService {
  constructor(
    private readonly db: Database,
    private readonly twoFactor: TwoFactorService,
    private readonly passkeys: PasskeysService,
    private readonly challenges: TwoFactorChallengesRepository,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly newNetwork: NewNetworkService,
    private readonly throttle: ThrottleService,
    private readonly signals: Signals,
    private readonly audit: Audit,
  ) {}

  isRequired(userId: string, tx?: EntityManager): Promise<boolean> {
    return this.twoFactor.isEnabled(userId, tx);
  }

  /**
   * @throws throttleErrors.tooManyAttempts after too many sign-ins of this account and client without a right code
   */
  async takeChallenge(userId: string): Promise<void> {
    await this.throttle.takeForClient(LIMITS.twoFactorChallenges, userId);
  }

  /** @returns the id of the challenge, a secret that proves the right password, and the options for a passkey */
  async begin(tx: EntityManager, user: User): Promise<SecondStep> {
    const challengeId = randomToken();
    await this.challenges.insert(tx, {
      idHash: hashToken(challengeId),
      userId: user.id,
      epoch: user.epoch,
      tries: 0,
      expiresAt: new Date(Date.now() + CHALLENGE_MINUTES * 60_000),
    });
    if (!(await this.passkeys.exists(user.id, tx))) return { challengeId };
    const options = await this.passkeys.requestOptions('second-factor', user.id, tx);
    const app = await this.twoFactor.hasApp(user.id, tx);
    return { challengeId, passkey: { options, app } };
  }

  /** @throws twoFactorErrors.noActiveChallenge, TwoFactorCodeRefused, throttleErrors.tooManyAttempts */
  async verify(challengeId: string, proof: FactorProof): Promise<SignedIn> {
    const outcome = await this.db.transaction((tx) =>
      this.tryProof(tx, hashToken(challengeId), proof),
    );
    // Thrown after the transaction, because throwing inside would roll back the counted try.
    if (outcome instanceof Error) throw outcome;
    const { user } = outcome;
    await this.throttle.clearForClient(LIMITS.twoFactorChallenges, user.id);
    await this.throttle.clear(LIMITS.twoFactorCodes, codesKey(user));
    return outcome;
  }

  private async tryProof(tx: EntityManager, idHash: Buffer, proof: FactorProof) {
    const challenge = await this.challenges.countTry(tx, idHash, CHALLENGE_TRIES);
    if (!challenge) return twoFactorErrors.noActiveChallenge();
    const user = await this.users.findAnyForUpdate(tx, challenge.userId);
    // Not a 401, after which the client would refresh its token and repeat the call.
    if (!user || user.deletingSince) return twoFactorErrors.noActiveChallenge();
    if (user.epoch !== challenge.epoch || !(await this.twoFactor.isEnabled(user.id, tx)))
      return twoFactorErrors.noActiveChallenge();

    const wait = await this.throttle.tryTake(LIMITS.twoFactorCodes, codesKey(user), tx);
    if (wait !== undefined) return this.throttle.refusal(LIMITS.twoFactorCodes, wait);
    const accepted = await this.twoFactor.acceptAny(tx, user.id, 'second-factor', proof);
    if (!accepted) {
      this.signals.raise({ kind: 'two_factor_failed', userId: user.id, detail: 'wrong code' });
      await this.audit.record(tx, {
        action: 'two_factor.refused',
        target: `user:${user.id}`,
        actor: VISITOR,
      });
      return new TwoFactorCodeRefused();
    }
    await this.challenges.remove(tx, idHash);
    await this.audit.record(tx, {
      action: PASSED[accepted],
      target: `user:${user.id}`,
      actor: auditActor(user.id, user.admin),
    });
    await this.newNetwork.note(tx, user);
    return { user, session: await this.sessions.begin(tx, user) };
  }
}

const codesKey = ({ id, epoch }: User): string => `${id}|${epoch}`;
