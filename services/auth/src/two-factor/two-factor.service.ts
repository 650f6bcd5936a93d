import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { hashRecoveryCode, isRecoveryCode } from './recovery-codes.js';
import { RecoveryCodesRepository } from './recovery-codes.repository.js';
import { timeStepOf } from './totp.js';
import type { TwoFactorEntity } from './two-factor.entity.js';
import { TwoFactorRepository } from './two-factor.repository.js';

/** Accepts each code once, wherever it is asked for. */
@Injectable()
export class TwoFactorCodes {
  constructor(
    private readonly secrets: SecretBox,
    private readonly twoFactors: TwoFactorRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
  ) {}

  seal(userId: string, secret: string): string {
    return this.secrets.seal(secret, sealContext(userId));
  }

  open({ userId, sealedSecret }: TwoFactorEntity): string {
    return this.secrets.open(sealedSecret, sealContext(userId));
  }

  /** A code of the authenticator app: right, and of a later step than any that was accepted. */
  async accept(tx: EntityManager, twoFactor: TwoFactorEntity, code: string): Promise<boolean> {
    const timeStep = await timeStepOf(this.open(twoFactor), code);
    if (timeStep === undefined) return false;
    return this.twoFactors.takeStep(tx, twoFactor.userId, timeStep);
  }

  /** The same, or a recovery code. */
  async acceptAny(
    tx: EntityManager,
    twoFactor: TwoFactorEntity,
    code: string,
  ): Promise<'app' | 'recovery' | undefined> {
    if (!isRecoveryCode(code)) {
      return (await this.accept(tx, twoFactor, code)) ? 'app' : undefined;
    }
    const { userId } = twoFactor;
    const taken = await this.recoveryCodes.take(tx, userId, hashRecoveryCode(userId, code));
    return taken ? 'recovery' : undefined;
  }
}

/** Binds the sealed secret to its account: in another row it does not open. */
const sealContext = (userId: string) => `two_factor:${userId}`;
