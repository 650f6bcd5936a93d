import { Controller } from '@nestjs/common';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toDashboardResponse } from './dashboard.mapper.js';
import { DashboardService } from './dashboard.service.js';

@Controller()
@SignedIn()
export class DashboardController {
  constructor(private readonly service: DashboardService) {}

  @Route(authRoutes.dashboard)
  async get(@CurrentActor() actor: Actor) {
    return reply(toDashboardResponse(await this.service.compose(actor)), 'Dashboard');
  }
}
