import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { BlockedIpEntity } from './blocked-ip.entity.js';

/** Does it keep anybody out now? In SQL. */
export const IN_FORCE = 'lifted_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

export type NewBlockedIp = Pick<
  BlockedIpEntity,
  'ip' | 'blockType' | 'reason' | 'rule' | 'blockedBy' | 'expiresAt'
>;

@Injectable()
export class BlocksRepository {
  constructor(private readonly db: Database) {}

  /** All work on one address waits for each other, whether it has a row yet or not. */
  async lock(tx: EntityManager, ip: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('block:' || $1, 0))`, [ip]);
  }

  /** The row that is not lifted, be its time over or not. The address is locked by the caller. */
  findOpen(tx: EntityManager, ip: string): Promise<BlockedIpEntity | null> {
    return tx
      .createQueryBuilder(BlockedIpEntity, 'block')
      .where('block.ip = :ip AND block.liftedAt IS NULL', { ip })
      .getOne();
  }

  async insert(tx: EntityManager, block: NewBlockedIp): Promise<BlockedIpEntity> {
    const [{ before }] = await tx.query<{ before: number }[]>(
      'SELECT count(*)::int AS before FROM blocked_ip WHERE ip = $1',
      [block.ip],
    );
    const row: BlockedIpEntity = {
      ...block,
      id: newId(),
      blockedAt: new Date(),
      attempts: before + 1,
      inForceAt: null,
      liftedAt: null,
      liftedBy: null,
      liftReason: null,
      removedAt: null,
    };
    await tx.insert(BlockedIpEntity, row);
    return row;
  }

  async lift(
    tx: EntityManager,
    id: string,
    liftedBy: string | null,
    reason: string,
  ): Promise<void> {
    await tx.update(
      BlockedIpEntity,
      { id },
      { liftedAt: new Date(), liftedBy, liftReason: reason },
    );
  }

  async markInForce(tx: EntityManager, id: string): Promise<void> {
    await tx.query(
      'UPDATE blocked_ip SET in_force_at = coalesce(in_force_at, now()) WHERE id = $1',
      [id],
    );
  }

  findInForce(): Promise<BlockedIpEntity[]> {
    return this.db.manager
      .createQueryBuilder(BlockedIpEntity, 'block')
      .where('block.liftedAt IS NULL AND (block.expiresAt IS NULL OR block.expiresAt > now())')
      .getMany();
  }

  /** Those in force for any of these, in the order of `ranges`. @param ranges canonical */
  async findCovering(ranges: readonly string[]): Promise<BlockedIpEntity[]> {
    const found = await this.db.manager
      .createQueryBuilder(BlockedIpEntity, 'block')
      .where('block.ip = ANY(:ranges) AND block.liftedAt IS NULL', { ranges })
      .andWhere('(block.expiresAt IS NULL OR block.expiresAt > now())')
      .getMany();
    return found.sort((one, other) => ranges.indexOf(one.ip) - ranges.indexOf(other.ip));
  }

  /** Whose time is over, but which nobody has cleaned up yet. */
  findOver(most: number): Promise<BlockedIpEntity[]> {
    return this.db.manager
      .createQueryBuilder(BlockedIpEntity, 'block')
      .where('block.liftedAt IS NULL AND block.expiresAt <= now()')
      .orderBy('block.expiresAt')
      .take(most)
      .getMany();
  }

  historyOf(ip: string, most: number): Promise<BlockedIpEntity[]> {
    return this.db.manager.find(BlockedIpEntity, {
      where: { ip },
      order: { blockedAt: 'DESC' },
      take: most,
    });
  }

  /** Takes what is over off the list. @returns how many */
  async removeExpired(tx: EntityManager): Promise<number> {
    const [{ count }] = await tx.query<{ count: number }[]>(
      `WITH removed AS (
         UPDATE blocked_ip SET removed_at = now()
          WHERE removed_at IS NULL AND NOT (${IN_FORCE}) RETURNING 1)
       SELECT count(*)::int AS count FROM removed`,
    );
    return count;
  }
}
