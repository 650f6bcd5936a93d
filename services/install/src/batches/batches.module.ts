import { Module } from '@nestjs/common';
import { InstallsModule } from '../installs/installs.module.js';
import { VpsChecksModule } from '../vps-checks/vps-checks.module.js';
import { BatchRowsRepository } from './batch-rows.repository.js';
import { BatchRunner } from './batch-runner.js';
import { BatchWorker } from './batch-worker.js';
import { BatchesController } from './batches.controller.js';
import { BatchesMapper } from './batches.mapper.js';
import { BatchesRepository } from './batches.repository.js';
import { BatchesService } from './batches.service.js';
import { RowCredentialsService } from './row-credentials.service.js';
import { RowObserver } from './row-observer.js';
import { RowStarter } from './row-starter.js';

/** Many machines at once: each row is checked and installed as if its user had filled in the form. */
@Module({
  imports: [InstallsModule, VpsChecksModule],
  controllers: [BatchesController],
  providers: [
    BatchRowsRepository,
    BatchRunner,
    BatchWorker,
    BatchesMapper,
    BatchesRepository,
    BatchesService,
    RowCredentialsService,
    RowObserver,
    RowStarter,
  ],
})
export class BatchesModule {}
