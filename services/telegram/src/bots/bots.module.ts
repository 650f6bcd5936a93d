import { Module } from '@nestjs/common';
import { BotApis } from './bot-apis.js';
import { BotIdentity } from './bot-identity.js';
import { BotMetrics } from './bot-metrics.js';
import { BotsController } from './bots.controller.js';
import { BotsRepository } from './bots.repository.js';
import { BotsService } from './bots.service.js';

@Module({
  controllers: [BotsController],
  providers: [BotApis, BotIdentity, BotMetrics, BotsRepository, BotsService],
  exports: [BotApis, BotIdentity, BotsService],
})
export class BotsModule {}
