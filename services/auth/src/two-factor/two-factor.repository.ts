import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
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

  /** Takes the place of an earlier set-up. */
  async replace(tx: EntityManager, twoFactor: TwoFactorEntity): Promise<void> {
    await tx.upsert(TwoFactorEntity, twoFactor, ['userId']);
  }

  async enable(tx: EntityManager, userId: string): Promise<void> {
    await tx.update(TwoFactorEntity, { userId }, { enabledAt: new Date() });
  }

  /** @returns whether the step is later than any before: of equal codes, parallel ones too, one wins */
  async takeStep(tx: EntityManager, userId: string, timeStep: number): Promise<boolean> {
    const taken = await execute(
      tx,
      'UPDATE two_factor SET last_time_step = $2 WHERE user_id = $1 AND last_time_step < $2',
      [userId, timeStep],
    );
    return taken === 1;
  }

  async remove(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(TwoFactorEntity, { userId });
  }
}
