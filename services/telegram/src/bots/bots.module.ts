import { Module } from '@nestjs/common';
import { BotApiModule } from '../bot-api/bot-api.module.js';
import { BotReadings } from './bot-readings.js';
import { BotTest } from './bot-test.js';
import { BotsController } from './bots.controller.js';
import { BotsRepository } from './bots.repository.js';
import { BotsService } from './bots.service.js';

@Module({
  imports: [BotApiModule],
  controllers: [BotsController],
  providers: [BotReadings, BotTest, BotsRepository, BotsService],
  exports: [BotsRepository, BotsService],
})
export class BotsModule {}
