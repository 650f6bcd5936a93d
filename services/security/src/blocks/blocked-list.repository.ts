import { Injectable } from '@nestjs/common';
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
import { rows } from '@casement/common/data/database/sql.js';
import { ipCondition } from '../ip-condition.js';
import { BlockedIpEntity } from './blocked-ip.entity.js';
import { IN_FORCE } from './blocks.repository.js';

const STATUS = {
  all: 'removed_at IS NULL',
  active: `${IN_FORCE} AND in_force_at IS NOT NULL`,
  pending: `${IN_FORCE} AND in_force_at IS NULL`,
  expired: `removed_at IS NULL AND NOT (${IN_FORCE})`,
} as const;

const countRow = z.object({ type: blockType, count: z.number() });

/** The blocked addresses as administrators see them. */
@Injectable()
export class BlockedListRepository {
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

  /** Blocks in force, by type. Exact; from the index alone. */
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
}
