import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  newestFirst,
  orderSql,
  reversed,
  type Order,
} from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import {
  inOrder,
  listEntities,
  offsetOf,
  type ListPage,
} from '@casement/common/data/database/list-page.js';
import { idRow, one, rows } from '@casement/common/data/database/sql.js';
import type { AdminUsersQuery } from '@casement/proto/http/users.js';
import { UserEntity } from '../users/user.entity.js';
import { searchCondition } from './search-condition.js';

const totalRow = z.object({ total: z.number() });

/** Beyond it a search is not counted further: looking at every match would cost what the search saves. */
const COUNT_CAP = 300;

const ORDERS: Record<AdminUsersQuery['sort'], Omit<Order, 'descending'>> = {
  created_at: newestFirst('created_at'),
  username: { columns: { 'lower(username)': 'text', id: 'uuid' } },
};

@Injectable()
export class AdminUsersRepository {
  constructor(private readonly db: Database) {}

  /** Newest first unless sorted. The total is exact without a search; with one, exact up to COUNT_CAP. */
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

  /** Kept by a trigger: counting a million rows takes longer than the page. */
  private async countAll(): Promise<number> {
    const sql = 'SELECT sum(users)::int AS total FROM user_count';
    return (await one(this.db.manager, totalRow, sql)).total;
  }

  /** The same page, counted from the other end: what lies before it is shorter then. */
  private async findFromTheEnd(query: AdminUsersQuery, order: Order): Promise<UserEntity[]> {
    // Not both: then no index alone would do.
    const column = query.sort;
    const found = await rows(
      this.db.manager,
      idRow,
      `WITH rest AS (SELECT sum(users)::bigint - $2::bigint AS rows FROM user_count)
       SELECT id FROM (
         SELECT id, ${column} FROM user_account ${orderSql(reversed(order))}
         LIMIT (SELECT least($1::bigint, greatest(rows, 0)) FROM rest)
         OFFSET (SELECT greatest(rows - $1::bigint, 0) FROM rest)) AS page
       ${orderSql(order)}`,
      [query.pageSize, offsetOf(query)],
    );
    return inOrder(
      this.db.manager,
      UserEntity,
      found.map(({ id }) => id),
    );
  }
}
