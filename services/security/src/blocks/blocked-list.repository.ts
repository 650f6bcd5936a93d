import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import {
  blockType,
  type BlockedIpsQuery,
  type BlockedIpStats,
  type BlockType,
} from '@casement/proto/http/security/blocks.js';
import { Database } from '@casement/common/database/database.js';
import { offsetOf } from '@casement/common/http/reply.js';
import { ipFilter } from '../ip-filter.js';
import { TallyRepository } from '../tally/tally.repository.js';
import { BlockedIpEntity } from './blocked-ip.entity.js';
import { IN_FORCE } from './blocks.repository.js';

/** Beyond it those of an address are not counted further: looking at every match would cost what the index saves. */
const MOST_COUNTED = 300;
/** What each status is; of several parts each has an index of its own. */
const PARTS = {
  all: ['removed_at IS NULL'],
  active: [`${IN_FORCE} AND in_force_at IS NOT NULL`],
  pending: [`${IN_FORCE} AND in_force_at IS NULL`],
  expired: [
    'removed_at IS NULL AND lifted_at IS NOT NULL',
    'removed_at IS NULL AND lifted_at IS NULL AND expires_at <= now()',
  ],
} as const;
const TYPES = blockType.options;

/** The blocked addresses as administrators see them: a list with filters, and how many there are. */
@Injectable()
export class BlockedListRepository {
  constructor(
    private readonly db: Database,
    private readonly tally: TallyRepository,
  ) {}

  /** Newest first. Ids come from the index alone, rows only of the page. The total of an address ends at MOST_COUNTED. */
  async page(query: BlockedIpsQuery): Promise<{ rows: BlockedIpEntity[]; total: number }> {
    const [found, total] = await Promise.all([this.findIds(query), this.totalOf(query)]);
    const ids = found.map(({ id }) => id);
    const rows = await this.db.manager.findBy(BlockedIpEntity, { id: In(ids) });
    return { rows: ids.flatMap((id) => rows.find((row) => row.id === id) ?? []), total };
  }

  private async findIds(query: BlockedIpsQuery): Promise<{ id: string }[]> {
    const offset = offsetOf(query);
    const kinds = query.blockType === 'all' ? undefined : [query.blockType];
    const isTallied = query.ip === '' && query.status === 'all';
    const place = isTallied
      ? await this.tally.placeOf('blocked_ip', offset, kinds)
      : { before: null, skip: offset };
    if (!place) return [];
    const { parts, parameters } = partsOf(query, place.before);
    const needed = place.skip + query.pageSize;
    return this.db.query<{ id: string }>(
      `SELECT id FROM (${parts.map((part) => `(${part} ${NEWEST} LIMIT ${needed})`).join(' UNION ALL ')}) AS found
        ${NEWEST} LIMIT ${query.pageSize} OFFSET ${place.skip}`,
      parameters,
    );
  }

  private async totalOf(query: BlockedIpsQuery): Promise<number> {
    if (query.ip === '') {
      const counts = await this.counts();
      return counts
        .filter(({ type }) => query.blockType === 'all' || query.blockType === type)
        .reduce((sum, count) => sum + count[query.status], 0);
    }
    const { parts, parameters } = partsOf(query);
    const [{ total }] = await this.db.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (
         SELECT 1 FROM (${parts.join(' UNION ALL ')}) AS found LIMIT ${MOST_COUNTED}) AS matches`,
      parameters,
    );
    return total;
  }

  async stats(): Promise<BlockedIpStats> {
    const stats = { total: 0, auto: 0, manual: 0, temporary: 0 };
    for (const { type, active, pending } of await this.counts()) {
      stats[type] = active + pending;
      stats.total += stats[type];
    }
    return stats;
  }

  /**
   * By type and status. From the tally and the two statuses that few are in: those whose time is over and which the
   * next automatic recovery lifts, and those that the doors do not know yet.
   */
  private async counts(): Promise<({ type: BlockType } & Record<keyof typeof PARTS, number>)[]> {
    const [tallied, exceptions] = await Promise.all([
      this.tally.counts('blocked_ip'),
      this.db.query<{ type: BlockType; isOver: boolean; count: number }>(
        `SELECT block_type AS type, true AS "isOver", count(*)::int AS count FROM blocked_ip
          WHERE lifted_at IS NULL AND expires_at <= now() GROUP BY 1
         UNION ALL
         SELECT block_type, false, count(*)::int FROM blocked_ip WHERE ${PARTS.pending[0]} GROUP BY 1`,
      ),
    ]);
    return TYPES.map((type) => {
      const listed = tallied.find(({ kind }) => kind === type);
      const of = (isOver: boolean) =>
        exceptions.find((one) => one.type === type && one.isOver === isOver)?.count ?? 0;
      const inForce = (listed?.extra ?? 0) - of(true);
      const all = listed?.rows ?? 0;
      return {
        type,
        all,
        pending: of(false),
        active: inForce - of(false),
        expired: all - inForce,
      };
    });
  }
}

const NEWEST = 'ORDER BY blocked_at DESC, id DESC';

/** The SELECTs of a list, one for each part of its status. */
function partsOf(
  query: BlockedIpsQuery,
  before: Date | null = null,
): { parts: string[]; parameters: unknown[] } {
  const parameters: unknown[] = [];
  let filter = '';
  if (before) filter += ` AND blocked_at < $${parameters.push(before)}`;
  if (query.blockType !== 'all') filter += ` AND block_type = $${parameters.push(query.blockType)}`;
  if (query.ip !== '') {
    const { sql, value } = ipFilter(query.ip, `$${parameters.length + 1}`);
    parameters.push(value);
    filter += ` AND ${sql}`;
  }
  const parts = PARTS[query.status].map(
    (part) => `SELECT id, blocked_at FROM blocked_ip WHERE ${part}${filter}`,
  );
  return { parts, parameters };
}
