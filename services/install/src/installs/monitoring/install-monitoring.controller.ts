import { Controller, Param, Query } from '@nestjs/common';
import type { SeriesQuery } from '@casement/proto/http/series.js';
import type { InstallStatus } from '@casement/proto/http/install/install.js';
import type {
  InstallProgressReport,
  StatusHistoryQuery,
} from '@casement/proto/http/install/monitoring.js';
import { monitoringRoutes } from '@casement/proto/http/install/monitoring.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { InstallMapper } from '../install.mapper.js';
import { InstallsService } from '../installs.service.js';
import { InstallMonitoringService } from './install-monitoring.service.js';

/** Progress percentages of SPEC §4. */
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
    private readonly service: InstallMonitoringService,
    private readonly installs: InstallsService,
    private readonly mapper: InstallMapper,
  ) {}

  /** Polled every 5 s while the section is open (SPEC §7). */
  @Route(monitoringRoutes.installMonitoring)
  @KeyScope('admin:read')
  async realtime() {
    return reply(await this.service.snapshot(), 'Install monitoring');
  }

  /** Counts installs per day of creation, by current status. */
  @Route(monitoringRoutes.statusHistory)
  @KeyScope('admin:read')
  async history(@Query() { days }: StatusHistoryQuery) {
    return reply(await this.service.statusHistory(days), 'Install history');
  }

  @Route(monitoringRoutes.installHours)
  @KeyScope('admin:read')
  async hours() {
    return reply(await this.service.hours(), 'Installs by the hour');
  }

  @Route(monitoringRoutes.installProgress)
  @KeyScope('admin:read')
  async progress(@Param('id') id: string) {
    const { status, progress } = await this.mapper.record(await this.installs.get(id));
    const data: InstallProgressReport = {
      id,
      status,
      progress: PROGRESS[status],
      live_percent: progress.percent,
    };
    return reply(data, 'Install progress');
  }

  @Route(monitoringRoutes.installFailures)
  @KeyScope('admin:read')
  async failures() {
    return reply(await this.service.failures(), 'Failed installs');
  }

  @Route(monitoringRoutes.installOutcomes)
  @KeyScope('admin:read')
  async outcomes(@Query() { unit }: SeriesQuery) {
    return reply(await this.service.outcomes(unit), 'Install outcomes');
  }
}
