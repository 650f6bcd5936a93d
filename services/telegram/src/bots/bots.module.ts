import { Module } from '@nestjs/common';
import { BotApis } from './bot-apis.js';
import { BotIdentity } from './bot-identity.js';
import { BotMetrics } from './bot-metrics.js';
import { BotTest } from './bot-test.js';
import { BotsController } from './bots.controller.js';
import { BotsRepository } from './bots.repository.js';
import { BotsService } from './bots.service.js';

/** Both bots: their connections to Telegram, their state and what administrators do with them. */
@Module({
  controllers: [BotsController],
  providers: [BotApis, BotIdentity, BotMetrics, BotTest, BotsRepository, BotsService],
  exports: [BotApis, BotIdentity, BotsRepository, BotsService],
})
export class BotsModule {}
