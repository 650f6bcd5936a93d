import { Controller, Get, Query } from '@nestjs/common';
import {
  alertStatsQuery,
  securityDashboard,
  securityStats,
  type AlertStatsQuery,
} from '@casement/proto/http/security/stats.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { DashboardService } from './dashboard.service.js';

@Controller('security')
@AdminOnly()
export class DashboardController {
  constructor(private readonly service: DashboardService) {}

  @Get('dashboard')
  @Answers(securityDashboard)
  async dashboard() {
    return reply(await this.service.dashboard(), 'Security dashboard');
  }

  @Get('alerts/stats')
  @Answers(securityStats)
  async stats(@Query({ schema: alertStatsQuery }) { timeframe }: AlertStatsQuery) {
    return reply(await this.service.stats(timeframe), 'Security statistics');
  }
}
