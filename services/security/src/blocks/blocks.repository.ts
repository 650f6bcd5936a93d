import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { BlockedIpsQuery, BlockedIpStats } from '@casement/proto/http/security.js';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { offsetOf } from '@casement/common/http/reply.js';
import { contains } from '../like.js';
import { BlockedIpEntity } from './blocked-ip.entity.js';

const IN_FORCE = 'lifted_at IS NULL AND (expires_at IS NULL OR expires_at > now())';
/** Beyond it a filter is not counted further: looking at every match would cost what the index saves. */
const MOST_COUNTED = 1_000;
const STATUS = {
  all: '',
  active: `AND ${IN_FORCE} AND in_force_at IS NOT NULL`,
  pending: `AND ${IN_FORCE} AND in_force_at IS NULL`,
  expired: `AND NOT (${IN_FORCE})`,
} as const;

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

  /** Newest first. Ids come from the index alone, rows only of the page. */
  async page(query: BlockedIpsQuery): Promise<{ rows: BlockedIpEntity[]; total: number }> {
    const parameters: unknown[] = [];
    let condition: string = STATUS[query.status];
    if (query.blockType !== 'all') {
      condition += ` AND block_type = $${parameters.push(query.blockType)}`;
    }
    if (query.ip !== '') condition += ` AND ip ILIKE $${parameters.push(contains(query.ip))}`;
    const from = `FROM blocked_ip WHERE removed_at IS NULL ${condition}`;
    const found = await this.db.query<{ id: string }>(
      `SELECT id ${from} ORDER BY blocked_at DESC, id DESC
       LIMIT ${query.pageSize} OFFSET ${offsetOf(query)}`,
      parameters,
    );
    const ids = found.map(({ id }) => id);
    const rows = await this.db.manager.findBy(BlockedIpEntity, { id: In(ids) });
    const isWhole = condition === '' && parameters.length === 0;
    const [{ total }] = await this.db.query<{ total: number }>(
      isWhole
        ? 'SELECT listed AS total FROM blocked_ip_tally'
        : `SELECT count(*)::int AS total FROM (SELECT 1 ${from} LIMIT ${MOST_COUNTED}) AS matches`,
      parameters,
    );
    return { rows: ids.flatMap((id) => rows.find((row) => row.id === id) ?? []), total };
  }

  async stats(): Promise<BlockedIpStats> {
    const rows = await this.db.query<{ type: keyof BlockedIpStats; count: number }>(
      `SELECT block_type AS type, count(*)::int AS count FROM blocked_ip WHERE ${IN_FORCE} GROUP BY 1`,
    );
    const stats = { total: 0, auto: 0, manual: 0, temporary: 0 };
    for (const { type, count } of rows) {
      stats[type] = count;
      stats.total += count;
    }
    return stats;
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
