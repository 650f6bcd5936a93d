import { Injectable } from '@nestjs/common';
import type { AdminTopupsQuery } from '@casement/proto/http/billing.js';
import type { RevenueSeries, SeriesUnit } from '@casement/proto/http/series.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type { TopupEntity } from '../topup.entity.js';
import { AdminTopupsRepository } from './admin-topups.repository.js';

/** The top-ups of all users, read-only (SPEC §2). */
@Injectable()
export class AdminTopupsService {
  constructor(
    private readonly topups: AdminTopupsRepository,
    private readonly users: UserDirectory,
  ) {}

  /** @returns a page, newest first, and the names of its users where auth knows them */
  async page(
    query: AdminTopupsQuery,
  ): Promise<ListPage<TopupEntity> & { names: Map<string, string> }> {
    const page = await this.topups.page(query);
    return { ...page, names: await this.users.names(page.rows.map(({ userId }) => userId)) };
  }

  revenue(unit: SeriesUnit, now: Date): Promise<RevenueSeries> {
    return this.topups.revenue(unit, now);
  }
}
