import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { VpsCheckEntity } from './vps-check.entity.js';

/** SQL of the checks. */
@Injectable()
export class VpsChecksRepository {
  constructor(private readonly db: Database) {}

  /** False while the user, or the address, has another one under way. */
  async insert(tx: EntityManager, row: Partial<VpsCheckEntity>): Promise<boolean> {
    const result = await tx
      .createQueryBuilder()
      .insert()
      .into(VpsCheckEntity)
      .values(row)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length === 1;
  }

  findOf(userId: string, id: string): Promise<VpsCheckEntity | null> {
    return this.db.manager.findOneBy(VpsCheckEntity, { id, userId });
  }

  /** @throws where its user was deleted, and the check with it */
  get(id: string): Promise<VpsCheckEntity> {
    return this.db.manager.findOneByOrFail(VpsCheckEntity, { id });
  }

  countSince(tx: EntityManager, userId: string, since: Date): Promise<number> {
    return tx.countBy(VpsCheckEntity, { userId, createdAt: MoreThan(since) });
  }

  /** The chunks that a token opens; null where no running check has it. */
  async chunksOf(tokenHash: string): Promise<string[] | null> {
    const row = await this.db.manager.findOneBy(VpsCheckEntity, { tokenHash, status: 'running' });
    return row?.tokenChunks ?? null;
  }
}
