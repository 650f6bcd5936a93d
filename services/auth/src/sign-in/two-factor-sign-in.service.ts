import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit, auditActor, VISITOR } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { NewNetworkService } from '../new-network/new-network.service.js';
import { hashToken } from '../secrets/token-hash.js';
import { SessionsService, type IssuedSession } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import type { UserEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { TwoFactorChallengesRepository } from './two-factor-challenges.repository.js';
import { TwoFactorCodes } from './two-factor-codes.js';
import { TwoFactorCodeRefused, twoFactorErrors } from './two-factor.errors.js';
import { TwoFactorRepository } from './two-factor.repository.js';

const CHALLENGE_MINUTES = 5;
export const CHALLENGE_TRIES = 5;

/**
 * The second step of a sign-in.
 *
 * Guessing is stopped three times: a challenge takes five codes; new challenges are limited per
 * account and address; and the codes of one account are limited over all addresses, which only
 * a person who knows the password can use up, and which a new password resets.
 */
@Injectable()
export class TwoFactorSignInService {
  constructor(
    private readonly db: Database,
    private readonly twoFactors: TwoFactorRepository,
    private readonly challenges: TwoFactorChallengesRepository,
    private readonly codes: TwoFactorCodes,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly newNetwork: NewNetworkService,
    private readonly throttle: ThrottleService,
    private readonly signals: Signals,
    private readonly audit: Audit,
  ) {}

  isRequired(userId: string, tx?: EntityManager): Promise<boolean> {
    return this.twoFactors.isEnabled(userId, tx);
  }

  /** @throws throttleErrors.tooManyAttempts, once too many sign-ins of this account and address stopped here */
  async takeChallenge(userId: string): Promise<void> {
    await this.throttle.takeOfClient(LIMITS.twoFactorChallenges, userId);
  }

  /** @returns the challenge's id, which is the proof that the password was right */
  async begin(tx: EntityManager, user: UserEntity): Promise<string> {
    const challengeId = randomToken();
    await this.challenges.insert(tx, {
      idHash: hashToken(challengeId),
      userId: user.id,
      epoch: user.epoch,
      tries: 0,
      expiresAt: new Date(Date.now() + CHALLENGE_MINUTES * 60_000),
    });
    return challengeId;
  }

  /** @throws twoFactorErrors.noActiveChallenge, TwoFactorCodeRefused, throttleErrors.tooManyAttempts */
  async verify(
    challengeId: string,
    code: string,
  ): Promise<{ user: UserEntity; session: IssuedSession }> {
    const outcome = await this.db.transaction((tx) =>
      this.tryCode(tx, hashToken(challengeId), code),
    );
    // Thrown only now: inside the transaction it would take the counted try back.
    if (outcome instanceof Error) throw outcome;
    const { user } = outcome;
    await this.throttle.clearOfClient(LIMITS.twoFactorChallenges, user.id);
    await this.throttle.clear(LIMITS.twoFactorCodes, codesKey(user));
    return outcome;
  }

  private async tryCode(tx: EntityManager, idHash: Buffer, code: string) {
    const challenge = await this.challenges.countTry(tx, idHash, CHALLENGE_TRIES);
    if (!challenge) return twoFactorErrors.noActiveChallenge();
    const user = await this.users.findAnyForUpdate(tx, challenge.userId);
    // Not found would be a 401, which the client repeats.
    if (!user || user.deletingSince) return twoFactorErrors.noActiveChallenge();
    const twoFactor = await this.twoFactors.find(user.id, tx);
    // A changed credential voids what was begun with the old one.
    if (user.epoch !== challenge.epoch || !twoFactor?.enabledAt)
      return twoFactorErrors.noActiveChallenge();

    const wait = await this.throttle.tryTake(LIMITS.twoFactorCodes, codesKey(user), tx);
    if (wait !== undefined) return this.throttle.refusal(LIMITS.twoFactorCodes, wait);
    const accepted = await this.codes.acceptAny(tx, twoFactor, code);
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
      action: accepted === 'recovery' ? 'recovery_code.used' : 'two_factor.passed',
      target: `user:${user.id}`,
      actor: auditActor(user.id, user.admin),
    });
    await this.newNetwork.note(tx, user);
    return { user, session: await this.sessions.begin(tx, user) };
  }
}

const codesKey = ({ id, epoch }: UserEntity): string => `${id}|${epoch}`;
