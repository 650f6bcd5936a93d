import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
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

  /** @throws where it is gone: its user was deleted */
  get(id: string): Promise<VpsCheckEntity> {
    return this.db.manager.findOneByOrFail(VpsCheckEntity, { id });
  }

  async countSince(tx: EntityManager, userId: string, since: Date): Promise<number> {
    const [{ count }] = await tx.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM vps_check WHERE user_id = $1 AND created_at > $2',
      [userId, since],
    );
    return count;
  }

  /** The chunks that a token opens; null where no check under way has it. */
  async chunksOf(tokenHash: string): Promise<string[] | null> {
    const row = await this.db.manager.findOneBy(VpsCheckEntity, { tokenHash, status: 'running' });
    return row?.tokenChunks ?? null;
  }

  /** With everything found on the VPS, and with a password that a worker never came for. */
  async eraseBefore(before: Date): Promise<void> {
    await this.db.query('DELETE FROM vps_check WHERE created_at < $1', [before]);
  }
}
