import { Module } from '@nestjs/common';
import { InstallsModule } from '../installs.module.js';
import { InstallMonitoringController } from './install-monitoring.controller.js';
import { InstallMonitoringService } from './install-monitoring.service.js';
import { InstallStatisticsRepository } from './install-statistics.repository.js';

@Module({
  imports: [InstallsModule],
  controllers: [InstallMonitoringController],
  providers: [InstallMonitoringService, InstallStatisticsRepository],
  exports: [InstallMonitoringService],
})
export class InstallMonitoringModule {}
