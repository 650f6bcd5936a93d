import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { EvaluationService } from './evaluation.service.js';
import { GatewayLogController } from './gateway-log.controller.js';
import { SignalHistoryService } from './signal-history.service.js';
import { SignalsConsumer } from './signals.consumer.js';
import { SignalsRepository } from './signals.repository.js';

/** Applies the rules to signals and raises alerts and blocks. */
@Module({
  imports: [AlertsModule, BlocksModule, RulesModule],
  controllers: [GatewayLogController, SignalsConsumer],
  providers: [EvaluationService, SignalHistoryService, SignalsRepository],
  exports: [SignalHistoryService],
})
export class EvaluationModule {}
