import { Module } from '@nestjs/common';
import { AgentCalls } from '@casement/install-engine/agent-api/agent-calls.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { InstallConfig } from '../config.js';
import { CHUNK_STORE } from '../image-store/image-store.js';
import { ImageStoreModule } from '../image-store/image-store.module.js';
import { ImageOrigins } from '../images/image-origins.js';
import { ImagesModule } from '../images/images.module.js';
import { AgentInstallsService } from '../installs/agent-installs.service.js';
import { InstallsModule } from '../installs/installs.module.js';
import { RecoveryModule } from '../recovery/recovery.module.js';
import { VpsChecksModule } from '../vps-checks/vps-checks.module.js';
import { VpsChecksService } from '../vps-checks/vps-checks.service.js';
import { AgentController } from './agent.controller.js';
import { ChunksController } from './chunks.controller.js';

@Module({
  imports: [ImageStoreModule, ImagesModule, InstallsModule, RecoveryModule, VpsChecksModule],
  controllers: [AgentController, ChunksController],
  providers: [
    {
      provide: AgentCalls,
      inject: [AgentInstallsService, CHUNK_STORE, InstallConfig, VpsChecksService, ImageOrigins],
      useFactory: (
        installs: AgentInstallsService,
        images: ChunkStore,
        { INSTALL_AGENT_URL }: InstallConfig,
        checks: VpsChecksService,
        origins: ImageOrigins,
      ) => new AgentCalls(installs, images, INSTALL_AGENT_URL, () => new Date(), checks, origins),
    },
  ],
})
export class AgentModule {}
