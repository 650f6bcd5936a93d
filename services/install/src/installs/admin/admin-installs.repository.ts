import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AdminInstallsQuery } from '@casement/proto/http/install/admin-installs.js';
import { installStatus } from '@casement/proto/http/install/install.js';
import {
  condition,
  escapeLike,
  raw,
  type Condition,
} from '@casement/common/data/database/condition.js';
import { newestIdFirst, type Order } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities, type ListPage } from '@casement/common/data/database/list-page.js';
import { InstallEntity } from '../install.entity.js';
import { EXACT_COUNT, statusesOf } from '../installs.repository.js';

/** Must match the expression of the index. Neither an address nor a username contains a line break. */
const SEARCHED = `lower(ip || E'\\n' || coalesce(username, ''))`;
/** Upper bound for counting the matches of a search. Counting all of them would cost as much as the index saves. */
const MAX_COUNTED = 1_000;

/** Installs of all users, except those in status `reserving`. */
@Injectable()
export class AdminInstallsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first unless sorted. The total is exact, except that a search counts only up to MAX_COUNTED matches. */
  page({
    search,
    status,
    user,
    sort,
    order,
    ...page
  }: AdminInstallsQuery): Promise<ListPage<InstallEntity>> {
    return listEntities(this.db.manager, InstallEntity, {
      where: [
        condition`status = ANY (${statusesOf(status)})`,
        user !== undefined && condition`user_id = ${user}`,
        search !== '' && matching(search),
      ],
      orderBy: orderBy(sort, order === 'desc'),
      page,
      countCap: search === '' ? EXACT_COUNT : MAX_COUNTED,
    });
  }

  async find(id: string): Promise<InstallEntity | null> {
    const row = await this.db.manager.findOneBy(InstallEntity, { id });
    return row?.status === 'reserving' ? null : row;
  }

  lock(tx: EntityManager, id: string): Promise<InstallEntity | null> {
    return tx.findOne(InstallEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }
}

/** Orders installs of the same status newest first, like the index. Ids are ordered by creation. */
function orderBy(sort: AdminInstallsQuery['sort'], descending: boolean): Order {
  if (sort === 'created_at') return { ...newestIdFirst, descending };
  const columns = { status: 'text', id: 'uuid' } as const;
  return descending ? { columns, descending } : { columns, descending, oppositeColumns: ['id'] };
}

/** Matches a status as stored or as displayed in the table. */
function matching(search: string): Condition {
  const text = search.toLowerCase();
  const pattern = `%${escapeLike(text)}%`;
  const named = installStatus.options.filter((name) =>
    [name, name.replaceAll('_', ' ')].some((word) => word.includes(text)),
  );
  return condition`${raw(SEARCHED)} LIKE ${pattern} OR status = ANY (${named})`;
}
