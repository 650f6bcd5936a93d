import { Module } from '@nestjs/common';
import { AgentModule } from './agent/agent.module.js';
import { BatchesModule } from './batches/batches.module.js';
import { DesktopsModule } from './desktops/desktops.module.js';
import { ImagesModule } from './images/images.module.js';
import { InstallsModule } from './installs/installs.module.js';
import { OrchestratorModule } from './orchestrator/orchestrator.module.js';
import { RootPasswordController } from './root-password/root-password.controller.js';
import { VpsChecksModule } from './vps-checks/vps-checks.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({
  controllers: [RootPasswordController],
  imports: [
    InstallsModule,
    AgentModule.over([InstallsModule, VpsChecksModule]),
    OrchestratorModule,
    ImagesModule,
    VpsChecksModule,
    WebhooksModule,
    BatchesModule,
    DesktopsModule,
  ],
})
export class AppModule {}
