import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import type { Database } from '@casement/common/data/database/database.js';
import { isId } from '@casement/common/data/database/new-id.js';
import type { PasskeyAssertion } from '@casement/proto/http/auth/passkeys.js';
import type { AuthConfig } from '../config.js';
import type { PasskeyPurpose } from './passkey-challenge.entity.js';
import { PasskeysService, type NewPasskey, type Passkey } from './passkeys.service.js';
import {
  hashRecoveryCode,
  isRecoveryCode,
  newRecoveryCode,
  RECOVERY_CODES,
} from './recovery-codes.js';
import { newTotpSecret, timeStepOf } from './totp.js';
import type { TwoFactorEntity } from './two-factor.entity.js';
import { twoFactorErrors } from './two-factor.errors.js';
import { TwoFactorRepository } from './two-factor.repository.js';

type TwoFactor = TwoFactorEntity;

/** Either a code of the app or a recovery code, or the response of a passkey. */
export interface FactorProof {
  code?: string;
  passkey?: PasskeyAssertion;
}

interface FactorSummary {
  appEnabledAt: Date | null;
  recoveryCodes: number;
  passkeys: Passkey[];
}

/** Stores the second factors of accounts and accepts each proof once. */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly secrets: SecretBox,
    private readonly repository: TwoFactorRepository,
    private readonly passkeys: PasskeysService,
  ) {}

  /** Creates the service for commands, which run without Nest's container. */
  static standalone(db: Database, secrets: SecretBox, config: AuthConfig): TwoFactorService {
    const passkeys = PasskeysService.standalone(db, config);
    return new TwoFactorService(secrets, new TwoFactorRepository(db), passkeys);
  }

  /** Returns whether the account has a second factor: an authenticator app or a passkey. */
  async isEnabled(userId: string, tx?: EntityManager): Promise<boolean> {
    return (await this.hasApp(userId, tx)) || (await this.passkeys.exists(userId, tx));
  }

  hasApp(userId: string, tx?: EntityManager): Promise<boolean> {
    return this.repository.isEnabled(userId, tx);
  }

  /** @returns the ids of the users who have a second factor */
  async findEnabled(userIds: string[]): Promise<Set<string>> {
    const ids = userIds.filter(isId);
    const [apps, owners] = await Promise.all([
      this.repository.findEnabled(ids),
      this.passkeys.findOwners(ids),
    ]);
    return new Set([...apps.map(({ userId }) => userId), ...owners]);
  }

  find(tx: EntityManager, userId: string): Promise<TwoFactor | null> {
    return this.repository.find(userId, tx);
  }

  /** Returns a summary for the owner, without secrets. */
  async describe(userId: string): Promise<FactorSummary> {
    const [app, recoveryCodes, passkeys] = await Promise.all([
      this.repository.find(userId),
      this.repository.countRecoveryCodes(userId),
      this.passkeys.listOf(userId),
    ]);
    return { appEnabledAt: app?.enabledAt ?? null, recoveryCodes, passkeys };
  }

  /**
   * Stores a new secret, which replaces an earlier set-up.
   *
   * @returns the secret, which sign-ins ignore until it is enabled
   */
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
    await this.repository.enable(tx, userId);
    return this.renewRecoveryCodes(tx, userId);
  }

  /** @returns new recovery codes in plain text, which replace all earlier ones */
  async renewRecoveryCodes(tx: EntityManager, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const hashes = codes.map((code) => hashRecoveryCode(userId, code));
    await this.repository.replaceRecoveryCodes(tx, userId, hashes);
    return codes;
  }

  /** Adds a passkey. @returns new recovery codes, or none if the user has unused ones */
  async addPasskey(tx: EntityManager, userId: string, passkey: NewPasskey): Promise<string[]> {
    await this.passkeys.add(tx, userId, passkey);
    const left = await this.repository.countRecoveryCodes(userId, tx);
    return left > 0 ? [] : this.renewRecoveryCodes(tx, userId);
  }

  /** Removes the app, and the recovery codes unless a passkey remains. */
  async remove(tx: EntityManager, userId: string): Promise<void> {
    await this.repository.remove(tx, userId);
    await this.removeUnneededCodes(tx, userId);
  }

  /** Removes a passkey, and the recovery codes unless another factor remains. @throws twoFactorErrors.passkeyNotFound */
  async removePasskey(tx: EntityManager, userId: string, id: string): Promise<void> {
    if ((await this.passkeys.remove(tx, userId, id)) === 0) throw twoFactorErrors.passkeyNotFound();
    await this.removeUnneededCodes(tx, userId);
  }

  /** Removes the app, all passkeys and the recovery codes. */
  async removeAll(tx: EntityManager, userId: string): Promise<void> {
    await this.passkeys.remove(tx, userId);
    await this.remove(tx, userId);
  }

  private async removeUnneededCodes(tx: EntityManager, userId: string): Promise<void> {
    if (!(await this.isEnabled(userId, tx))) await this.repository.removeRecoveryCodes(tx, userId);
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

  /**
   * Accepts any second factor or a recovery code, each once. The caller must hold the lock on the account's row and
   * must not roll back after a refusal, because that would also restore the challenge of a passkey.
   */
  async acceptAny(
    tx: EntityManager,
    userId: string,
    purpose: PasskeyPurpose,
    { code, passkey }: FactorProof,
  ): Promise<'app' | 'recovery' | 'passkey' | undefined> {
    if (passkey) {
      const accepted = await this.passkeys.accept(tx, purpose, userId, passkey);
      return accepted ? 'passkey' : undefined;
    }
    if (code === undefined) return undefined;
    if (isRecoveryCode(code)) {
      const hash = hashRecoveryCode(userId, code);
      return (await this.repository.takeRecoveryCode(tx, userId, hash)) ? 'recovery' : undefined;
    }
    const app = await this.repository.find(userId, tx);
    return app?.enabledAt && (await this.accept(tx, app, code)) ? 'app' : undefined;
  }
}

/** Binds the sealed secret to its account, so that it cannot be opened in another row. */
export const twoFactorContext = (userId: string) => `two_factor:${userId}`;
