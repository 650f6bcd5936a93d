import { Module } from '@nestjs/common';
import { CHECK_TOKENS } from '../agent/agent.tokens.js';
import type { CheckTokens } from '@casement/install-engine/agent-api/ports.js';
import { InstallsModule } from '../installs/installs.module.js';
import { OrchestratorModule } from '../orchestrator/orchestrator.module.js';

import { CheckPorts } from './check-ports.js';
import { CheckRunner } from './check-runner.js';
import { CheckWorker } from './check-worker.js';
import { VpsChecksController } from './vps-checks.controller.js';
import { VpsChecksRepository } from './vps-checks.repository.js';
import { VpsChecksService } from './vps-checks.service.js';

@Module({
  imports: [InstallsModule, OrchestratorModule],
  controllers: [VpsChecksController],
  providers: [
    CheckPorts,
    CheckRunner,
    CheckWorker,
    VpsChecksRepository,
    VpsChecksService,
    {
      provide: CHECK_TOKENS,
      inject: [VpsChecksRepository],
      useFactory: (checks: VpsChecksRepository): CheckTokens => ({
        chunksOf: (tokenHash) => checks.chunksOf(tokenHash),
      }),
    },
  ],
  exports: [CHECK_TOKENS, VpsChecksRepository, VpsChecksService],
})
export class VpsChecksModule {}
