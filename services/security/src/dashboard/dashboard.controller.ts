import { Controller, Query } from '@nestjs/common';
import type { AlertStatsQuery } from '@casement/proto/http/security/stats.js';
import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { DashboardService } from './dashboard.service.js';

@Controller()
@AdminOnly()
export class DashboardController {
  constructor(private readonly service: DashboardService) {}

  @Route(securityRoutes.securityDashboard)
  @KeyScope('admin:read')
  async dashboard() {
    return reply(await this.service.dashboard(), 'Security dashboard');
  }

  @Route(securityRoutes.alertStats)
  @KeyScope('admin:read')
  async stats(@Query() { timeframe }: AlertStatsQuery) {
    return reply(await this.service.stats(timeframe), 'Security statistics');
  }
}
