import { Controller, Query } from '@nestjs/common';
import type { MoneyQuery } from '@casement/proto/http/billing/money.js';
import { moneyRoutes } from '@casement/proto/http/billing/money.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { MoneyService } from './money.service.js';

@Controller()
@AdminOnly()
export class MoneyController {
  constructor(private readonly money: MoneyService) {}

  @Route(moneyRoutes.money)
  @KeyScope('admin:read')
  async report(@Query() { month }: MoneyQuery) {
    return reply(await this.money.report(month), 'Money');
  }
}
