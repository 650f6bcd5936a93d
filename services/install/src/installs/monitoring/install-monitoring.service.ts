import { Injectable } from '@nestjs/common';
import type { InstallMonitoring } from '@casement/proto/http/install.js';
import { InstallMapper } from '../install.mapper.js';
import { AdminInstallsService } from './admin-installs.service.js';

/** Realtime Monitoring as it is answered, and as it is streamed. */
@Injectable()
export class MonitoringView {
  constructor(
    private readonly service: AdminInstallsService,
    private readonly mapper: InstallMapper,
  ) {}

  async snapshot(): Promise<InstallMonitoring> {
    const { installations, recent, statistics } = await this.service.monitoring();
    const records = await this.mapper.records([...installations, ...recent]);
    return {
      installations: records.slice(0, installations.length),
      recentActivity: records.slice(installations.length),
      statistics,
    };
  }
}
