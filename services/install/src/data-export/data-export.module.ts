import { Module } from '@nestjs/common';
import { InstallsModule } from '../installs/installs.module.js';
import { ScriptsModule } from '../scripts/scripts.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { DataExportGrpcController } from './data-export.grpc.controller.js';

@Module({
  imports: [InstallsModule, ScriptsModule, WebhooksModule],
  controllers: [DataExportGrpcController],
})
export class DataExportModule {}
