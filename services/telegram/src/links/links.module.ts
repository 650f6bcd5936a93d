import { Module } from '@nestjs/common';
import { BotApiModule } from '../bot-api/bot-api.module.js';
import { BotsModule } from '../bots/bots.module.js';
import { ChatsModule } from '../chats/chats.module.js';
import { DeletedUsersModule } from '../deleted-users/deleted-users.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { LinkCodesRepository } from './link-codes.repository.js';
import { LinksController } from './links.controller.js';
import { LinksGrpcController } from './links.grpc.controller.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';

@Module({
  imports: [
    BotApiModule,
    BotsModule,
    ChatsModule,
    DeletedUsersModule,
    NoticesModule,
    SettingsModule,
  ],
  controllers: [LinksController, LinksGrpcController],
  providers: [LinkCodesRepository, LinksRepository, LinksService],
  exports: [LinkCodesRepository, LinksRepository, LinksService],
})
export class LinksModule {}
