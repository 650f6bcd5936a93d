import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { AccountRecoveryEntity } from './account-recovery.entity.js';

/** Recoveries completed per run of the job. */
const BATCH = 100;

@Injectable()
export class AccountRecoveryRepository {
  constructor(private readonly db: Database) {}

  find(
    where: FindOptionsWhere<AccountRecoveryEntity>,
    tx: EntityManager = this.db.manager,
  ): Promise<AccountRecoveryEntity | null> {
    return tx.findOneBy(AccountRecoveryEntity, where);
  }

  findDue(): Promise<AccountRecoveryEntity[]> {
    const where = { effectiveAt: LessThanOrEqual(new Date()) };
    return this.db.manager.find(AccountRecoveryEntity, { where, take: BATCH });
  }

  async insert(tx: EntityManager, recovery: AccountRecoveryEntity): Promise<void> {
    await tx.insert(AccountRecoveryEntity, recovery);
  }

  /** @returns whether it was still there; only one of several parallel calls succeeds */
  async take(tx: EntityManager, where: FindOptionsWhere<AccountRecoveryEntity>): Promise<boolean> {
    return (await tx.delete(AccountRecoveryEntity, where)).affected === 1;
  }
}
