import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RecoveryCodeEntity } from './recovery-code.entity.js';

@Injectable()
export class RecoveryCodesRepository {
  async replaceAll(tx: EntityManager, userId: string, codeHashes: Buffer[]): Promise<void> {
    await this.removeAll(tx, userId);
    await tx.insert(
      RecoveryCodeEntity,
      codeHashes.map((codeHash) => ({ codeHash, userId })),
    );
  }

  /** @returns whether there was such a code; it is gone now */
  async take(tx: EntityManager, userId: string, codeHash: Buffer): Promise<boolean> {
    const { affected } = await tx.delete(RecoveryCodeEntity, { codeHash, userId });
    return affected === 1;
  }

  async removeAll(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(RecoveryCodeEntity, { userId });
  }
}
