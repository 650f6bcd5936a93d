import { Body, Controller, Param, Query } from '@nestjs/common';
import type { ResolveReviewRequest } from '@casement/proto/http/billing.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { billingRoutes } from '@casement/proto/http/billing.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toReviewItem } from './reviews.mapper.js';
import { ReviewsService } from './reviews.service.js';

@Controller()
@AdminOnly()
export class ReviewsController {
  constructor(private readonly service: ReviewsService) {}

  @Route(billingRoutes.topupReviews)
  @KeyScope('admin:read')
  async list(@Query() query: PageQuery) {
    const { rows, names, ...list } = await this.service.page(query);
    const items = rows.map((topup) => toReviewItem(topup, names.get(topup.userId) ?? null));
    return paged(items, list, query, 'Payments to review');
  }

  @Route(billingRoutes.resolveReview)
  async resolve(@Param('id') id: string, @Body() body: ResolveReviewRequest) {
    await this.service.resolve(id, body.note);
    return reply(null, 'Review resolved');
  }
}
