import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { offsetOf } from '@casement/common/http/reply.js';
import { Database } from '@casement/common/database/database.js';
import type { AdminUsersQuery } from '@casement/proto/http/auth.js';
import { User } from '../users/user.entity.js';
import { searchCondition } from './search-condition.js';

/** Beyond it a search is not counted further: looking at every match would cost what the search saves. */
const MOST_COUNTED = 300;

@Injectable()
export class AdminUsersRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. Ids come from the index alone, rows only of the page. */
  async page(query: AdminUsersQuery): Promise<User[]> {
    const isNearerToTheEnd =
      query.search === '' && query.page > 1 && 2 * offsetOf(query) > (await this.count(''));
    const found = await (isNearerToTheEnd ? this.findFromTheEnd(query) : this.find(query));
    const ids = found.map(({ id }) => id);
    const rows = await this.db.manager.findBy(User, { id: In(ids) });
    return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  }

  /** Exact without a search; with one, exact up to MOST_COUNTED. */
  async count(search: string): Promise<number> {
    const { sql, parameters } = searchCondition(search);
    const [row] = await this.db.query<{ total: number }>(
      search === ''
        ? 'SELECT sum(users)::int AS total FROM user_count'
        : `SELECT count(*)::int AS total
           FROM (SELECT 1 FROM user_account u ${sql} LIMIT $1 OFFSET $2) AS matches`,
      search === '' ? [] : [MOST_COUNTED, 0, ...parameters],
    );
    return row.total;
  }

  private find(query: AdminUsersQuery): Promise<{ id: string }[]> {
    const { sql, parameters } = searchCondition(query.search);
    return this.db.query<{ id: string }>(
      `SELECT id FROM user_account u ${sql} ORDER BY created_at DESC, id DESC
       LIMIT $1 OFFSET $2`,
      [query.pageSize, offsetOf(query), ...parameters],
    );
  }

  /** The same page, counted from the oldest on: what lies before it is shorter then. */
  private findFromTheEnd(query: AdminUsersQuery): Promise<{ id: string }[]> {
    return this.db.query<{ id: string }>(
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
