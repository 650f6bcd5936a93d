import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { StandingsModule } from '../judge/standings.module.js';
import { TallyModule } from '../tally/tally.module.js';
import { AutomaticRecovery } from './automatic-recovery.js';
import { FailedRecoveries } from './failed-recoveries.js';
import { RecoveriesRepository } from './recoveries.repository.js';
import { RecoveryController } from './recovery.controller.js';
import { RecoveryJobs } from './recovery-jobs.js';
import { RecoveryRunner } from './recovery-runner.js';
import { RecoveryService } from './recovery.service.js';
import { RecoverySteps } from './recovery-steps.js';

@Module({
  imports: [AlertsModule, BlocksModule, StandingsModule, TallyModule],
  controllers: [RecoveryController],
  providers: [
    AutomaticRecovery,
    FailedRecoveries,
    RecoveriesRepository,
    RecoveryJobs,
    RecoveryRunner,
    RecoveryService,
    RecoverySteps,
  ],
  exports: [RecoveriesRepository],
})
export class RecoveryModule {}
