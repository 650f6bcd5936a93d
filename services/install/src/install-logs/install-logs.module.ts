import { Module } from '@nestjs/common';
import { InstallStepsModule } from '../install-steps/install-steps.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { RecoveryModule } from '../recovery/recovery.module.js';
import { InstallLogsController } from './install-logs.controller.js';
import { InstallLogsService } from './install-logs.service.js';

@Module({
  imports: [InstallStepsModule, InstallsModule, RecoveryModule],
  controllers: [InstallLogsController],
  providers: [InstallLogsService],
})
export class InstallLogsModule {}
