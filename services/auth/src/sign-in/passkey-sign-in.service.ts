import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { Audit, auditActor } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import type { PasskeyAssertion, PasskeyOptions } from '@casement/proto/http/auth/passkeys.js';
import { sessionErrors } from '../sessions/sessions.errors.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { PasskeysService } from '../two-factor/passkeys.service.js';
import { twoFactorErrors } from '../two-factor/two-factor.errors.js';
import { UsersService } from '../users/users.service.js';
import { NewNetworkService } from './new-network.service.js';
import type { SignedIn } from './two-factor-sign-in.service.js';

/** Sign-in by passkey instead of a password. Needs no CAPTCHA, because signatures cannot be guessed. */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly db: Database,
    private readonly passkeys: PasskeysService,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly newNetwork: NewNetworkService,
    private readonly throttle: ThrottleService,
    private readonly signals: Signals,
    private readonly audit: Audit,
  ) {}

  /** @throws throttleErrors.tooManyAttempts */
  async options(): Promise<PasskeyOptions> {
    await this.throttle.takeForClient(LIMITS.passkeyOptions);
    return this.passkeys.requestOptions('sign-in', null);
  }

  /**
   * @throws sessionErrors.suspended, twoFactorErrors.passkeyRefused for every other failure,
   * throttleErrors.tooManyAttempts
   */
  async signIn(credential: PasskeyAssertion): Promise<SignedIn> {
    await this.throttle.takeForClient(LIMITS.passkeySignIns);
    const userId = await this.passkeys.ownerOf(credential);
    const signedIn =
      userId && (await this.db.transaction((tx) => this.begin(tx, userId, credential)));
    // Thrown after the transaction, because throwing inside would restore the challenge.
    if (signedIn === 'suspended') throw sessionErrors.suspended();
    if (!signedIn) {
      this.signals.raise({ kind: 'login_failed', detail: 'passkey', ...(userId && { userId }) });
      throw twoFactorErrors.passkeyRefused();
    }
    await this.throttle.refundClient(LIMITS.passkeySignIns);
    return signedIn;
  }

  private async begin(
    tx: EntityManager,
    userId: string,
    credential: PasskeyAssertion,
  ): Promise<SignedIn | 'suspended' | undefined> {
    const user = await this.users.findAnyForUpdate(tx, userId);
    if (!user || user.deletingSince) return undefined;
    if (!(await this.passkeys.accept(tx, 'sign-in', userId, credential))) return undefined;
    if (user.suspendedAt) return 'suspended';
    await this.audit.record(tx, {
      action: 'passkey.signed_in',
      target: `user:${userId}`,
      actor: auditActor(userId, user.admin),
    });
    await this.newNetwork.note(tx, user);
    return { user, session: await this.sessions.begin(tx, user) };
  }
}
