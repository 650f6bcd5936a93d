import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import {
  installMonitoring,
  installProgressReport,
  statusHistoryDay,
  statusHistoryQuery,
  type InstallProgressReport,
  type InstallStatus,
  type StatusHistoryQuery,
} from '@casement/proto/http/install.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { InstallMapper } from '../install.mapper.js';
import { AdminInstallsService } from './admin-installs.service.js';
import { MonitoringView } from './monitoring-view.js';

/** SPEC §4. */
const PROGRESS: Record<InstallStatus, number> = {
  pending: 0,
  preparing: 25,
  running: 75,
  completed: 100,
  failed: 100,
  manual_review: 100,
};

@Controller('admin/install-monitoring')
@AdminOnly()
export class InstallMonitoringController {
  constructor(
    private readonly service: AdminInstallsService,
    private readonly mapper: InstallMapper,
    private readonly view: MonitoringView,
  ) {}

  /** Polled every 5 s while the section is open (SPEC §7). */
  @Get('realtime')
  @Answers(installMonitoring)
  async realtime() {
    return reply(await this.view.snapshot(), 'Install monitoring');
  }

  /** For the chart: how many installs were started each day, by where they stand now. */
  @Get('history')
  @Answers(z.array(statusHistoryDay))
  async history(@Query({ schema: statusHistoryQuery }) { days }: StatusHistoryQuery) {
    return reply(await this.service.statusHistory(days), 'Install history');
  }

  @Get('progress/:id')
  @Answers(installProgressReport)
  async progress(@Param('id', { schema: z.uuid('Install is not known') }) id: string) {
    const { status, progress } = await this.mapper.forAdmin(await this.service.get(id));
    const data: InstallProgressReport = {
      id,
      status,
      progress: PROGRESS[status],
      live_percent: progress.percent,
    };
    return reply(data, 'Install progress');
  }
}
