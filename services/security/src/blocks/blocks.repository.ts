import { Injectable } from '@nestjs/common';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute } from '@casement/common/data/database/sql.js';
import { BlockedIpEntity } from './blocked-ip.entity.js';

/** SQL: is it in force? */
export const IN_FORCE = 'lifted_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

export type NewBlockedIp = Pick<
  BlockedIpEntity,
  'ip' | 'blockType' | 'reason' | 'rule' | 'blockedBy' | 'expiresAt'
>;

@Injectable()
export class BlocksRepository {
  constructor(private readonly db: Database) {}

  /** The row that is not lifted, expired or not. */
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
    reason: string,
  ): Promise<void> {
    await tx.update(
      BlockedIpEntity,
      { id },
      { liftedAt: new Date(), liftedBy, liftReason: reason },
    );
  }

  async markInForce(ids: readonly string[]): Promise<void> {
    await execute(
      this.db.manager,
      'UPDATE blocked_ip SET in_force_at = now() WHERE id = ANY($1) AND in_force_at IS NULL',
      [ids],
    );
  }

  /** All blocks in force, at most `size` of them in memory. */
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

  /** Those in force for any of these, in the order of `ranges`. @param ranges canonical */
  async findCovering(ranges: readonly string[]): Promise<BlockedIpEntity[]> {
    const found = await this.findInForceOf(ranges);
    return found.sort((one, other) => ranges.indexOf(one.ip) - ranges.indexOf(other.ip));
  }

  /** Expired, but not lifted yet. */
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

  /** Removes ended blocks from the list. @returns how many */
  removeExpired(tx: EntityManager): Promise<number> {
    return execute(
      tx,
      `UPDATE blocked_ip SET removed_at = now() WHERE removed_at IS NULL AND NOT (${IN_FORCE})`,
    );
  }
}
