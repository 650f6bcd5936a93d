import { Module } from '@nestjs/common';
import { ChatsModule } from '../chats/chats.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { DataExportGrpcController } from './data-export.grpc.controller.js';

@Module({
  imports: [ChatsModule, NoticesModule, SettingsModule],
  controllers: [DataExportGrpcController],
})
export class DataExportModule {}
