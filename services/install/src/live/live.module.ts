import { Module } from '@nestjs/common';
import { EventStreamsModule } from '../event-streams/event-streams.module.js';
import { InstallStepsModule } from '../install-steps/install-steps.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { InstallMonitoringModule } from '../installs/monitoring/install-monitoring.module.js';
import { LiveController } from './live.controller.js';
import { LiveStreams } from './live-streams.js';

@Module({
  imports: [EventStreamsModule, InstallMonitoringModule, InstallStepsModule, InstallsModule],
  controllers: [LiveController],
  providers: [LiveStreams],
})
export class LiveModule {}
