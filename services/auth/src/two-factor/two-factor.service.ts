import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import type { Database } from '@casement/common/data/database/database.js';
import { isId } from '@casement/common/data/database/new-id.js';
import {
  hashRecoveryCode,
  isRecoveryCode,
  newRecoveryCode,
  RECOVERY_CODES,
} from './recovery-codes.js';
import { newTotpSecret, timeStepOf } from './totp.js';
import type { TwoFactorEntity } from './two-factor.entity.js';
import { TwoFactorRepository } from './two-factor.repository.js';

type TwoFactor = TwoFactorEntity;

/** Stores the two-factor settings of accounts and accepts each code once. */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly secrets: SecretBox,
    private readonly repository: TwoFactorRepository,
  ) {}

  /** For commands, which run without Nest's container. */
  static standalone(db: Database, secrets: SecretBox): TwoFactorService {
    return new TwoFactorService(secrets, new TwoFactorRepository(db));
  }

  isEnabled(userId: string, tx?: EntityManager): Promise<boolean> {
    return this.repository.isEnabled(userId, tx);
  }

  /** @returns the ids of the users who have enabled two-factor */
  async findEnabled(userIds: string[]): Promise<Set<string>> {
    const enabled = await this.repository.findEnabled(userIds.filter(isId));
    return new Set(enabled.map(({ userId }) => userId));
  }

  find(tx: EntityManager, userId: string): Promise<TwoFactor | null> {
    return this.repository.find(userId, tx);
  }

  /** Replaces an earlier set-up. @returns the new secret, which sign-ins ignore until it is enabled */
  async setUp(tx: EntityManager, userId: string): Promise<string> {
    const secret = newTotpSecret();
    await this.repository.replace(tx, {
      userId,
      sealedSecret: this.secrets.seal(secret, twoFactorContext(userId)),
      enabledAt: null,
      lastTimeStep: 0,
      createdAt: new Date(),
    });
    return secret;
  }

  /** @returns new recovery codes in plain text; only their hashes are stored */
  async enable(tx: EntityManager, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const hashes = codes.map((code) => hashRecoveryCode(userId, code));
    await this.repository.enable(tx, userId, hashes);
    return codes;
  }

  /** Removes two-factor together with the recovery codes. */
  remove(tx: EntityManager, userId: string): Promise<void> {
    return this.repository.remove(tx, userId);
  }

  secretOf({ userId, sealedSecret }: TwoFactor): string {
    return this.secrets.open(sealedSecret, twoFactorContext(userId));
  }

  /** Accepts a code of the authenticator app if it is right and later than all previously accepted ones. */
  async accept(tx: EntityManager, twoFactor: TwoFactor, code: string): Promise<boolean> {
    const timeStep = await timeStepOf(this.secretOf(twoFactor), code);
    if (timeStep === undefined) return false;
    return this.repository.takeStep(tx, twoFactor.userId, timeStep);
  }

  /** Like `accept`, and also accepts a recovery code. */
  async acceptAny(
    tx: EntityManager,
    twoFactor: TwoFactor,
    code: string,
  ): Promise<'app' | 'recovery' | undefined> {
    if (!isRecoveryCode(code)) {
      return (await this.accept(tx, twoFactor, code)) ? 'app' : undefined;
    }
    const { userId } = twoFactor;
    const hash = hashRecoveryCode(userId, code);
    return (await this.repository.takeRecoveryCode(tx, userId, hash)) ? 'recovery' : undefined;
  }
}

/** Binds the sealed secret to its account, so that it cannot be opened in another row. */
export const twoFactorContext = (userId: string) => `two_factor:${userId}`;
