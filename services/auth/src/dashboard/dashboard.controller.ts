import { Controller, Get } from '@nestjs/common';
import { dashboardResponse } from '@casement/proto/http/auth.js';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { toDashboardResponse } from './dashboard.mapper.js';
import { DashboardService } from './dashboard.service.js';

@Controller('user/dashboard')
@SignedIn()
export class DashboardController {
  constructor(private readonly service: DashboardService) {}

  @Get()
  @Answers(dashboardResponse)
  async get(@CurrentActor() actor: Actor) {
    return reply(toDashboardResponse(await this.service.compose(actor)), 'Dashboard');
  }
}
