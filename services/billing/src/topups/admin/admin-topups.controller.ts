import { Controller, Query } from '@nestjs/common';
import type { AdminTopupsQuery } from '@casement/proto/http/billing.js';
import { billingRoutes } from '@casement/proto/http/billing.routes.js';
import type { SeriesQuery } from '@casement/proto/http/series.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toAdminTopup } from './admin-topups.mapper.js';
import { AdminTopupsService } from './admin-topups.service.js';
import { RevenueRepository } from './revenue.repository.js';

@Controller()
@AdminOnly()
export class AdminTopupsController {
  constructor(
    private readonly service: AdminTopupsService,
    private readonly revenue: RevenueRepository,
  ) {}

  @Route(billingRoutes.adminTopups)
  @KeyScope('admin:read')
  async list(@Query() query: AdminTopupsQuery) {
    const { rows, names, ...list } = await this.service.page(query);
    const topups = rows.map((topup) => toAdminTopup(topup, names.get(topup.userId) ?? null));
    return paged(topups, list, query, 'Top-ups');
  }

  /** For the plot of the admin dashboard. */
  @Route(billingRoutes.revenue)
  @KeyScope('admin:read')
  async series(@Query() { unit }: SeriesQuery) {
    return reply(await this.revenue.series(unit, new Date()), 'Revenue');
  }
}
