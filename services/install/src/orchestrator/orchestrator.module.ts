import { Module } from '@nestjs/common';
import { InstallsModule } from '../installs/installs.module.js';
import { EnginePorts } from './engine-ports.js';
import { InstallRequestedConsumer } from './install-requested.consumer.js';
import { InstallRunner } from './install-runner.js';
import { ToolkitProvider } from './toolkit.provider.js';
import { Worker } from './worker.js';

@Module({
  imports: [InstallsModule],
  controllers: [InstallRequestedConsumer],
  providers: [EnginePorts, InstallRunner, ToolkitProvider, Worker],
  exports: [ToolkitProvider],
})
export class OrchestratorModule {}
