import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import {
  resolveReviewRequest,
  topupReviewItem,
  type ResolveReviewRequest,
} from '@casement/proto/http/billing.js';
import { pageQuery, type PageQuery } from '@casement/proto/http/envelope.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { paged, reply } from '@casement/common/http/reply.js';
import { toReviewItem } from './reviews.mapper.js';
import { ReviewsService } from './reviews.service.js';

@Controller('admin/topups')
@AdminOnly()
export class ReviewsController {
  constructor(private readonly service: ReviewsService) {}

  @Get('review')
  @Answers(topupReviewItem, { paged: true })
  async list(@Query({ schema: pageQuery }) query: PageQuery) {
    const { rows, total, names } = await this.service.page(query);
    const items = rows.map((topup) => toReviewItem(topup, names.get(topup.userId) ?? null));
    return paged(items, total, query, 'Payments to review');
  }

  @Post(':id/review/resolve')
  @Answers(null)
  async resolve(
    @Param('id', { schema: z.uuid('Unknown payment') }) id: string,
    @Body({ schema: resolveReviewRequest }) body: ResolveReviewRequest,
  ) {
    await this.service.resolve(id, body.note);
    return reply(null, 'Review resolved');
  }
}
