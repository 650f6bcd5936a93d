import { Module } from '@nestjs/common';
import { AccountClosureModule } from '../account-closure/account-closure.module.js';
import { InstallRequestsModule } from '../install-requests/install-requests.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { VpsAccessModule } from '../vps-access/vps-access.module.js';
import { VpsChecksModule } from '../vps-checks/vps-checks.module.js';
import { WindowsOptionsModule } from '../windows-options/windows-options.module.js';
import { WindowsVersionsModule } from '../windows-versions/windows-versions.module.js';
import { BatchRowsRepository } from './batch-rows.repository.js';
import { BatchRunner } from './batch-runner.js';
import { BatchWorker } from './batch-worker.js';
import { BatchesConsumer } from './batches.consumer.js';
import { BatchesController } from './batches.controller.js';
import { BatchesMapper } from './batches.mapper.js';
import { BatchesRepository } from './batches.repository.js';
import { BatchesService } from './batches.service.js';
import { RowCredentialsService } from './row-credentials.service.js';
import { RowObserver } from './row-observer.js';
import { RowStarter } from './row-starter.js';

/** Batches of machines. Each row is checked and installed as if the user had submitted the form. */
@Module({
  imports: [
    AccountClosureModule,
    InstallRequestsModule,
    InstallsModule,
    VpsAccessModule,
    VpsChecksModule,
    WindowsOptionsModule,
    WindowsVersionsModule,
  ],
  controllers: [BatchesConsumer, BatchesController],
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
  exports: [BatchesService],
})
export class BatchesModule {}
