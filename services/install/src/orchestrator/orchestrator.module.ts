import { Module } from '@nestjs/common';
import { ImageStoreModule } from '../image-store/image-store.module.js';
import { ImagesModule } from '../images/images.module.js';
import { InstallStepsModule } from '../install-steps/install-steps.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { ToolkitModule } from '../toolkit/toolkit.module.js';
import { VpsAccessModule } from '../vps-access/vps-access.module.js';
import { WindowsVersionsModule } from '../windows-versions/windows-versions.module.js';
import { EnginePorts } from './engine-ports.js';
import { InstallRequestedConsumer } from './install-requested.consumer.js';
import { InstallRunner } from './install-runner.js';
import { Worker } from './worker.js';

@Module({
  imports: [
    ImageStoreModule,
    ImagesModule,
    InstallStepsModule,
    InstallsModule,
    ToolkitModule,
    VpsAccessModule,
    WindowsVersionsModule,
  ],
  controllers: [InstallRequestedConsumer],
  providers: [EnginePorts, InstallRunner, Worker],
})
export class OrchestratorModule {}
