import { Controller, Param, Query } from '@nestjs/common';
import type {
  InstallProgressReport,
  InstallStatus,
  StatusHistoryQuery,
} from '@casement/proto/http/install.js';
import { installRoutes } from '@casement/proto/http/install.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
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

@Controller()
@AdminOnly()
export class InstallMonitoringController {
  constructor(
    private readonly service: AdminInstallsService,
    private readonly mapper: InstallMapper,
    private readonly view: MonitoringView,
  ) {}

  /** Polled every 5 s while the section is open (SPEC §7). */
  @Route(installRoutes.installMonitoring)
  @KeyScope('admin:read')
  async realtime() {
    return reply(await this.view.snapshot(), 'Install monitoring');
  }

  /** For the chart: how many installs were started each day, by where they stand now. */
  @Route(installRoutes.statusHistory)
  @KeyScope('admin:read')
  async history(@Query() { days }: StatusHistoryQuery) {
    return reply(await this.service.statusHistory(days), 'Install history');
  }

  /** For the chart of the last 24 hours. */
  @Route(installRoutes.installHours)
  @KeyScope('admin:read')
  async hours() {
    return reply(await this.service.hours(), 'Installs by the hour');
  }

  @Route(installRoutes.installProgress)
  @KeyScope('admin:read')
  async progress(@Param('id') id: string) {
    const { status, progress } = await this.mapper.record(await this.service.get(id));
    const data: InstallProgressReport = {
      id,
      status,
      progress: PROGRESS[status],
      live_percent: progress.percent,
    };
    return reply(data, 'Install progress');
  }
}
