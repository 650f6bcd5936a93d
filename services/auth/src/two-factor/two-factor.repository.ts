import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { RecoveryCodeEntity } from './recovery-code.entity.js';
import { TwoFactorEntity } from './two-factor.entity.js';

@Injectable()
export class TwoFactorRepository {
  constructor(private readonly db: Database) {}

  find(userId: string, tx: EntityManager = this.db.manager): Promise<TwoFactorEntity | null> {
    return tx.findOneBy(TwoFactorEntity, { userId });
  }

  isEnabled(userId: string, tx: EntityManager = this.db.manager): Promise<boolean> {
    return tx.existsBy(TwoFactorEntity, { userId, enabledAt: Not(IsNull()) });
  }

  findEnabled(userIds: string[]): Promise<Pick<TwoFactorEntity, 'userId'>[]> {
    return this.db.manager.find(TwoFactorEntity, {
      select: { userId: true },
      where: { userId: In(userIds), enabledAt: Not(IsNull()) },
    });
  }

  async replace(tx: EntityManager, twoFactor: TwoFactorEntity): Promise<void> {
    await tx.upsert(TwoFactorEntity, twoFactor, ['userId']);
  }

  async enable(tx: EntityManager, userId: string): Promise<void> {
    await tx.update(TwoFactorEntity, { userId }, { enabledAt: new Date() });
  }

  countRecoveryCodes(userId: string, tx: EntityManager = this.db.manager): Promise<number> {
    return tx.countBy(RecoveryCodeEntity, { userId });
  }

  async replaceRecoveryCodes(
    tx: EntityManager,
    userId: string,
    recoveryCodeHashes: Buffer[],
  ): Promise<void> {
    await tx.delete(RecoveryCodeEntity, { userId });
    await tx.insert(
      RecoveryCodeEntity,
      recoveryCodeHashes.map((codeHash) => ({ codeHash, userId })),
    );
  }

  /**
   * @returns false unless the step is later than all accepted ones; only one of several parallel uses of a code
   * succeeds
   */
  async takeStep(tx: EntityManager, userId: string, timeStep: number): Promise<boolean> {
    const earlier = { userId, lastTimeStep: LessThan(timeStep) };
    const { affected } = await tx.update(TwoFactorEntity, earlier, { lastTimeStep: timeStep });
    return affected === 1;
  }

  /**
   * Deletes a recovery code.
   *
   * @returns whether it existed
   */
  async takeRecoveryCode(tx: EntityManager, userId: string, codeHash: Buffer): Promise<boolean> {
    const { affected } = await tx.delete(RecoveryCodeEntity, { codeHash, userId });
    return affected === 1;
  }

  async remove(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(TwoFactorEntity, { userId });
  }

  async removeRecoveryCodes(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(RecoveryCodeEntity, { userId });
  }
}
