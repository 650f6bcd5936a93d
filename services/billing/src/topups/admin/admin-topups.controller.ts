import { Body, Controller, Param, Query } from '@nestjs/common';
import type {
  AdminTopupsQuery,
  ResolveReviewRequest,
} from '@casement/proto/http/billing/admin-topups.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { SeriesQuery } from '@casement/proto/http/series.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toAdminTopup, toReviewItem } from '../topups.mapper.js';
import { AdminTopupsService } from './admin-topups.service.js';

@Controller()
@AdminOnly()
export class AdminTopupsController {
  constructor(private readonly service: AdminTopupsService) {}

  @Route(billingRoutes.adminTopups)
  @KeyScope('admin:read', { insteadOfStepUp: true })
  async list(@Query() query: AdminTopupsQuery) {
    const { rows, names, ...list } = await this.service.page(query);
    const topups = rows.map((topup) => toAdminTopup(topup, names));
    return paged(topups, list, query, 'Top-ups');
  }

  @Route(billingRoutes.revenue)
  @KeyScope('admin:read')
  async series(@Query() { unit }: SeriesQuery) {
    return reply(await this.service.revenue(unit, new Date()), 'Revenue');
  }

  @Route(billingRoutes.topupReviews)
  @KeyScope('admin:read', { insteadOfStepUp: true })
  async reviews(@Query() query: PageQuery) {
    const { rows, names, ...list } = await this.service.reviews(query);
    const items = rows.map((topup) => toReviewItem(topup, names.get(topup.userId) ?? null));
    return paged(items, list, query, 'Payments to review');
  }

  @Route(billingRoutes.resolveReview)
  async resolveReview(@Param('id') id: string, @Body() body: ResolveReviewRequest) {
    await this.service.resolveReview(id, body);
    return reply(null, 'Review resolved');
  }
}
