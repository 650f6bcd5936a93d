import { Body, Controller, Get, Headers, Post, Query } from '@nestjs/common';
import {
  createdTopup,
  createTopupRequest,
  topupHistoryItem,
  topupQuote,
  topupQuoteRequest,
  type CreateTopupRequest,
  type TopupQuoteRequest,
} from '@casement/proto/http/billing.js';
import { pageQuery, type PageQuery } from '@casement/proto/http/envelope.js';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { paged, reply } from '@casement/common/http/reply.js';
import { idempotencyKeyOf } from '../idempotency/idempotency-key.js';
import { QuotesService } from '../products/quotes.service.js';
import { toCreatedTopup, toHistoryItem, toQuoteResponse } from './topups.mapper.js';
import { TopupsService } from './topups.service.js';

@Controller('user/topup')
@SignedIn()
export class TopupsController {
  constructor(
    private readonly service: TopupsService,
    private readonly quotes: QuotesService,
  ) {}

  @Post('calculate')
  @Answers(topupQuote)
  async calculate(@Body({ schema: topupQuoteRequest }) body: TopupQuoteRequest) {
    return reply(toQuoteResponse(await this.quotes.quote(body)), 'Price calculated');
  }

  @Post()
  @Answers(createdTopup)
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: createTopupRequest }) body: CreateTopupRequest,
    @Headers('idempotency-key') key?: string,
  ) {
    const topup = await this.service.create(actor, body, idempotencyKeyOf(key));
    return reply(toCreatedTopup(topup), 'Payment created');
  }

  @Get('history')
  @Answers(topupHistoryItem, { paged: true })
  async history(@CurrentActor() actor: Actor, @Query({ schema: pageQuery }) query: PageQuery) {
    const { rows, total } = await this.service.history(actor, query);
    return paged(rows.map(toHistoryItem), total, query, 'Top-up history');
  }
}
