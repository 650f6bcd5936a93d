import { Module } from '@nestjs/common';
import { BotsModule } from '../bots/bots.module.js';
import { CommandsService } from '../chats/commands.service.js';
import { LinksModule } from '../chats/chats.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { UsersModule } from '../users/users.module.js';
import { Pollers } from './pollers.js';
import { UpdatesService } from './updates.service.js';

/** Receives updates from Telegram and runs the commands in them. */
@Module({
  imports: [BotsModule, LinksModule, NoticesModule, UsersModule],
  providers: [CommandsService, Pollers, UpdatesService],
})
export class PollingModule {}
