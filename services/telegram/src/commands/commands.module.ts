import { Module } from '@nestjs/common';
import { BotApiModule } from '../bot-api/bot-api.module.js';
import { ChatsModule } from '../chats/chats.module.js';
import { LinksModule } from '../links/links.module.js';
import { NeighboursModule } from '../neighbours/neighbours.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { CommandsService } from './commands.service.js';

@Module({
  imports: [BotApiModule, ChatsModule, LinksModule, NeighboursModule, NoticesModule],
  providers: [CommandsService],
  exports: [CommandsService],
})
export class CommandsModule {}
