import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { AdminTopupsQuery } from '@casement/proto/http/billing.js';
import { condition } from '@casement/common/data/database/condition.js';
import { newestFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities, type ListPage } from '@casement/common/data/database/list-page.js';
import { row } from '@casement/common/data/database/sql.js';
import { TopupEntity } from '../topup.entity.js';

const totalRow = z.object({ total: z.number() });

@Injectable()
export class AdminTopupsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. The total is exact without a filter; with one, up to the cap. */
  page(query: AdminTopupsQuery): Promise<ListPage<TopupEntity>> {
    const { search, status, user } = query;
    // References are matched whole, so that their unique indexes serve; ours and the gateway's are in capitals.
    const references = [search, search.toUpperCase()];
    return listEntities(this.db.manager, TopupEntity, {
      where: [
        status !== 'all' && condition`status = ${status}`,
        user !== undefined && condition`user_id = ${user}`,
        search !== '' &&
          condition`reference = ANY(${references}::text[]) OR merchant_ref = ANY(${references}::text[])`,
      ],
      orderBy: newestFirst('created_at'),
      page: query,
      ...(status === 'all' &&
        search === '' &&
        user === undefined && { total: () => this.countAll() }),
    });
  }

  /** From one small row per user. */
  private async countAll(): Promise<number> {
    const sql = 'SELECT coalesce(sum(topups), 0)::int AS total FROM topup_count';
    return (await row(this.db.manager, totalRow, sql))?.total ?? 0;
  }
}
