import { Module } from '@nestjs/common';
import { BotsModule } from '../bots/bots.module.js';
import { DeletedUsersModule } from '../deleted-users/deleted-users.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { UsersModule } from '../users/users.module.js';
import { ChatsRepository } from './chats.repository.js';
import { CommandsService } from './commands.service.js';
import { LinkCodesRepository } from './link-codes.repository.js';
import { LinksConsumer } from './links.consumer.js';
import { LinksController } from './links.controller.js';
import { LinksGrpcController } from './links.grpc.controller.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';

@Module({
  imports: [BotsModule, DeletedUsersModule, NoticesModule, SettingsModule, UsersModule],
  controllers: [LinksConsumer, LinksController, LinksGrpcController],
  providers: [ChatsRepository, CommandsService, LinkCodesRepository, LinksRepository, LinksService],
  exports: [CommandsService, LinksService],
})
export class ChatsModule {}
