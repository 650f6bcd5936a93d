import { Injectable } from '@nestjs/common';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import {
  blockType,
  type BlockedIpsQuery,
  type BlockedIpStats,
} from '@casement/proto/http/security/blocks.js';
import { condition, raw } from '@casement/common/data/database/condition.js';
import { newestFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities } from '@casement/common/data/database/list-page.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute, rows } from '@casement/common/data/database/sql.js';
import { ipCondition } from '../ip-condition.js';
import { BlockedIpEntity } from './blocked-ip.entity.js';

const IN_FORCE = 'lifted_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

const STATUS = {
  all: 'removed_at IS NULL',
  active: `${IN_FORCE} AND in_force_at IS NOT NULL`,
  pending: `${IN_FORCE} AND in_force_at IS NULL`,
  expired: `removed_at IS NULL AND NOT (${IN_FORCE})`,
} as const;

const countRow = z.object({ type: blockType, count: z.number() });

export type NewBlockedIp = Pick<
  BlockedIpEntity,
  'ip' | 'blockType' | 'reason' | 'rule' | 'blockedBy' | 'expiresAt'
>;

@Injectable()
export class BlocksRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. */
  page(query: BlockedIpsQuery) {
    return listEntities(this.db.manager, BlockedIpEntity, {
      where: [
        raw(STATUS[query.status]),
        query.blockType !== 'all' && condition`block_type = ${query.blockType}`,
        query.ip !== '' && ipCondition(query.ip),
      ],
      orderBy: newestFirst('blocked_at'),
      page: query,
    });
  }

  /** Counts the blocks in force by type with an index-only scan. */
  async stats(): Promise<BlockedIpStats> {
    const stats = { total: 0, auto: 0, manual: 0, temporary: 0 };
    const counts = await rows(
      this.db.manager,
      countRow,
      `SELECT block_type AS type, count(*)::int AS count FROM blocked_ip WHERE ${IN_FORCE} GROUP BY block_type`,
    );
    for (const { type, count } of counts) {
      stats[type] = count;
      stats.total += count;
    }
    return stats;
  }

  /** Finds the block of exactly this range that is not lifted, even if it has expired. */
  findOpen(executor: EntityManager, ip: string): Promise<BlockedIpEntity | null> {
    return executor
      .createQueryBuilder(BlockedIpEntity, 'block')
      .where('block.ip = :ip AND block.liftedAt IS NULL', { ip })
      .getOne();
  }

  async insert(tx: EntityManager, block: NewBlockedIp): Promise<BlockedIpEntity> {
    const earlier = await tx.countBy(BlockedIpEntity, { ip: block.ip });
    const entity: BlockedIpEntity = {
      ...block,
      id: newId(),
      blockedAt: new Date(),
      attempts: earlier + 1,
      inForceAt: null,
      liftedAt: null,
      liftedBy: null,
      liftReason: null,
      removedAt: null,
    };
    await tx.insert(BlockedIpEntity, entity);
    return entity;
  }

  async lift(
    tx: EntityManager,
    id: string,
    liftedBy: string | null,
    liftReason: string,
  ): Promise<void> {
    await tx.update(BlockedIpEntity, { id }, { liftedAt: new Date(), liftedBy, liftReason });
  }

  async markInForce(ids: readonly string[]): Promise<void> {
    await execute(
      this.db.manager,
      'UPDATE blocked_ip SET in_force_at = now() WHERE id = ANY($1) AND in_force_at IS NULL',
      [ids],
    );
  }

  /** Iterates over all blocks in force with at most `size` of them in memory. */
  async *pagesInForce(size: number): AsyncGenerator<BlockedIpEntity[]> {
    for (let after: string | null = null; ;) {
      const page = await this.inForce()
        .andWhere('(:after::uuid IS NULL OR block.id > :after)', { after })
        .orderBy('block.id')
        .take(size)
        .getMany();
      if (page.length > 0) yield page;
      if (page.length < size) return;
      after = page.at(-1)?.id ?? null;
    }
  }

  /** @param ips canonical */
  findInForceOf(ips: readonly string[]): Promise<BlockedIpEntity[]> {
    return this.inForce().andWhere('block.ip = ANY(:ips)', { ips }).getMany();
  }

  private inForce(): SelectQueryBuilder<BlockedIpEntity> {
    return this.db.manager
      .createQueryBuilder(BlockedIpEntity, 'block')
      .where('block.liftedAt IS NULL AND (block.expiresAt IS NULL OR block.expiresAt > now())');
  }

  /** Finds expired blocks that are not lifted yet. */
  findExpired(limit: number): Promise<BlockedIpEntity[]> {
    return this.db.manager
      .createQueryBuilder(BlockedIpEntity, 'block')
      .where('block.liftedAt IS NULL AND block.expiresAt <= now()')
      .orderBy('block.expiresAt')
      .take(limit)
      .getMany();
  }

  historyOf(ip: string, limit: number): Promise<BlockedIpEntity[]> {
    return this.db.manager.find(BlockedIpEntity, {
      where: { ip },
      order: { blockedAt: 'DESC' },
      take: limit,
    });
  }

  /**
   * Removes ended blocks from the administrators' list.
   *
   * @returns the number of blocks removed
   */
  removeExpired(tx: EntityManager): Promise<number> {
    return execute(
      tx,
      `UPDATE blocked_ip SET removed_at = now() WHERE removed_at IS NULL AND NOT (${IN_FORCE})`,
    );
  }
}
