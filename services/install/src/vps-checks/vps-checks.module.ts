import { Module } from '@nestjs/common';
import { AccountClosureModule } from '../account-closure/account-closure.module.js';
import { ImageStoreModule } from '../image-store/image-store.module.js';
import { InstallStepsModule } from '../install-steps/install-steps.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { ToolkitModule } from '../toolkit/toolkit.module.js';
import { VpsAccessModule } from '../vps-access/vps-access.module.js';
import { WindowsVersionsModule } from '../windows-versions/windows-versions.module.js';
import { CheckPorts } from './check-ports.js';
import { CheckRunner } from './check-runner.js';
import { CheckWorker } from './check-worker.js';
import { PasswordGuesses } from './password-guesses.service.js';
import { VpsChecksController } from './vps-checks.controller.js';
import { VpsChecksRepository } from './vps-checks.repository.js';
import { VpsChecksService } from './vps-checks.service.js';

/** "Check my VPS": the preflight of an install, before a quota is spent. */
@Module({
  imports: [
    AccountClosureModule,
    ImageStoreModule,
    InstallStepsModule,
    InstallsModule,
    ToolkitModule,
    VpsAccessModule,
    WindowsVersionsModule,
  ],
  controllers: [VpsChecksController],
  providers: [
    CheckPorts,
    CheckRunner,
    CheckWorker,
    PasswordGuesses,
    VpsChecksRepository,
    VpsChecksService,
  ],
  exports: [PasswordGuesses, VpsChecksService],
})
export class VpsChecksModule {}
