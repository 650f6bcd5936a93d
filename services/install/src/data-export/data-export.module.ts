import { Module } from '@nestjs/common';
import { InstallsModule } from '../installs/installs.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { DataExportGrpcController } from './data-export.grpc.controller.js';

@Module({ imports: [InstallsModule, WebhooksModule], controllers: [DataExportGrpcController] })
export class DataExportModule {}
