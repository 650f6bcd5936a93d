import { Module } from '@nestjs/common';
import { InstallsModule } from '../installs/installs.module.js';
import { EnginePorts } from './engine-ports.js';
import { InstallRunner } from './install-runner.js';
import { LeasesRepository } from './leases.repository.js';
import { ToolkitProvider } from './toolkit.provider.js';
import { WakeConsumer } from './wake.consumer.js';
import { Worker } from './worker.js';

@Module({
  imports: [InstallsModule],
  controllers: [WakeConsumer],
  providers: [EnginePorts, InstallRunner, LeasesRepository, ToolkitProvider, Worker],
  exports: [ToolkitProvider],
})
export class OrchestratorModule {}
