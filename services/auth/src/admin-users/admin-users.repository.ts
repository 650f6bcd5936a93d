import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { z } from 'zod';
import { offsetOf } from '@casement/common/http/reply.js';
import { Database } from '@casement/common/database/database.js';
import { one, rows } from '@casement/common/database/sql.js';
import type { AdminUsersQuery } from '@casement/proto/http/auth.js';
import { User } from '../users/user.entity.js';
import { searchCondition } from './search-condition.js';

/** Beyond it a search is not counted further: looking at every match would cost what the search saves. */
const COUNT_CAP = 300;

const totalRow = z.object({ total: z.number() });
const idRow = z.object({ id: z.string() });

@Injectable()
export class AdminUsersRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. Ids come from the index alone, rows only of the page. */
  async page(query: AdminUsersQuery): Promise<User[]> {
    const isNearerToTheEnd =
      query.search === '' && query.page > 1 && 2 * offsetOf(query) > (await this.count(''));
    const found = await (isNearerToTheEnd ? this.findFromTheEnd(query) : this.find(query));
    const ids = found.map(({ id }) => id);
    const users = await this.db.manager.findBy(User, { id: In(ids) });
    return ids.flatMap((id) => users.find((user) => user.id === id) ?? []);
  }

  /** Exact without a search; with one, exact up to COUNT_CAP. */
  async count(search: string): Promise<number> {
    const { sql, parameters } = searchCondition(search);
    const { total } = await one(
      this.db.manager,
      totalRow,
      search === ''
        ? 'SELECT sum(users)::int AS total FROM user_count'
        : `SELECT count(*)::int AS total
           FROM (SELECT 1 FROM user_account u ${sql} LIMIT $1 OFFSET $2) AS matches`,
      search === '' ? [] : [COUNT_CAP, 0, ...parameters],
    );
    return total;
  }

  private find(query: AdminUsersQuery): Promise<{ id: string }[]> {
    const { sql, parameters } = searchCondition(query.search);
    return rows(
      this.db.manager,
      idRow,
      `SELECT id FROM user_account u ${sql} ORDER BY created_at DESC, id DESC
       LIMIT $1 OFFSET $2`,
      [query.pageSize, offsetOf(query), ...parameters],
    );
  }

  /** The same page, counted from the oldest on: what lies before it is shorter then. */
  private findFromTheEnd(query: AdminUsersQuery): Promise<{ id: string }[]> {
    return rows(
      this.db.manager,
      idRow,
      `WITH rest AS (SELECT sum(users)::bigint - $2::bigint AS rows FROM user_count)
       SELECT id FROM (
         SELECT id, created_at FROM user_account ORDER BY created_at, id
         LIMIT (SELECT least($1::bigint, greatest(rows, 0)) FROM rest)
         OFFSET (SELECT greatest(rows - $1::bigint, 0) FROM rest)) AS page
       ORDER BY created_at DESC, id DESC`,
      [query.pageSize, offsetOf(query)],
    );
  }
}
