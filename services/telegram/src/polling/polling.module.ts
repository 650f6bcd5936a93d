import { Module } from '@nestjs/common';
import { BotApiModule } from '../bot-api/bot-api.module.js';
import { BotsModule } from '../bots/bots.module.js';
import { CommandsModule } from '../commands/commands.module.js';
import { LeasesModule } from '../leases/leases.module.js';
import { Pollers } from './pollers.js';
import { UpdatesService } from './updates.service.js';

@Module({
  imports: [BotApiModule, BotsModule, CommandsModule, LeasesModule],
  providers: [Pollers, UpdatesService],
})
export class PollingModule {}
