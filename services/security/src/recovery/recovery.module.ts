import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { AutomaticRecovery } from './automatic-recovery.js';
import { FailedRecoveries } from './failed-recoveries.js';
import { RecoveriesRepository } from './recoveries.repository.js';
import { RecoveryController } from './recovery.controller.js';
import { RecoveryRunner } from './recovery-runner.js';
import { RecoveryService } from './recovery.service.js';
import { RecoverySteps } from './recovery-steps.js';

@Module({
  imports: [AlertsModule, BlocksModule],
  controllers: [RecoveryController],
  providers: [
    AutomaticRecovery,
    FailedRecoveries,
    RecoveriesRepository,
    RecoveryRunner,
    RecoveryService,
    RecoverySteps,
  ],
  exports: [RecoveryService],
})
export class RecoveryModule {}
