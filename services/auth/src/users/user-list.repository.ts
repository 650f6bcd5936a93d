import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  newestFirst,
  orderSql,
  reverseOrder,
  type Order,
} from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import {
  findInOrder,
  listEntities,
  offsetOf,
  type ListPage,
} from '@casement/common/data/database/list-page.js';
import { idRow, one, rows } from '@casement/common/data/database/sql.js';
import type { AdminUsersQuery } from '@casement/proto/http/auth/users.js';
import { UserEntity } from './user.entity.js';
import { searchCondition } from './search-condition.js';

const totalRow = z.object({ total: z.number() });

/**
 * Maximum number of matches of a search that are counted, because counting all of them would be slow despite the
 * index.
 */
const COUNT_CAP = 300;

const ORDERS: Record<AdminUsersQuery['sort'], Omit<Order, 'descending'>> = {
  created_at: newestFirst('created_at'),
  username: { columns: { 'lower(username)': 'text', id: 'uuid' } },
};

@Injectable()
export class UserListRepository {
  constructor(private readonly db: Database) {}

  async page(query: AdminUsersQuery): Promise<ListPage<UserEntity>> {
    const where = searchCondition(query.search);
    const orderBy = { ...ORDERS[query.sort], descending: query.order === 'desc' };
    if (!where && query.after === undefined && query.page > 1) {
      const total = await this.countAll();
      if (2 * offsetOf(query) > total) {
        return { rows: await this.findFromTheEnd(query, orderBy), total, capped: false };
      }
    }
    return listEntities(this.db.manager, UserEntity, {
      where: [where],
      orderBy,
      page: query,
      countCap: COUNT_CAP,
      ...(!where && { total: () => this.countAll() }),
    });
  }

  /** Reads the count maintained by a trigger, because counting a million rows takes longer than the page. */
  private async countAll(): Promise<number> {
    const sql = 'SELECT sum(users)::int AS total FROM user_count';
    return (await one(this.db.manager, totalRow, sql)).total;
  }

  /** Reads a page of the list's second half in reverse order from the end, which skips fewer rows. */
  private async findFromTheEnd(query: AdminUsersQuery, order: Order): Promise<UserEntity[]> {
    // Selects only the requested sort column, because no index contains both `created_at` and `username`.
    const column = query.sort;
    const found = await rows(
      this.db.manager,
      idRow,
      `WITH rest AS (SELECT sum(users)::bigint - $2::bigint AS rows FROM user_count)
       SELECT id FROM (
         SELECT id, ${column} FROM user_account ${orderSql(reverseOrder(order))}
         LIMIT (SELECT least($1::bigint, greatest(rows, 0)) FROM rest)
         OFFSET (SELECT greatest(rows - $1::bigint, 0) FROM rest)) AS page
       ${orderSql(order)}`,
      [query.pageSize, offsetOf(query)],
    );
    return findInOrder(
      this.db.manager,
      UserEntity,
      found.map(({ id }) => id),
    );
  }
}
