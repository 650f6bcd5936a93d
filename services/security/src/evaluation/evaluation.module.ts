import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { RuleCache } from '../rules/rule-cache.js';
import { RulesController } from '../rules/rules.controller.js';
import { RulesRepository } from '../rules/rules.repository.js';
import { RulesService } from '../rules/rules.service.js';
import { EvaluationService } from './evaluation.service.js';
import { GatewayLogController } from './gateway-log.controller.js';
import { SignalsConsumer } from './signals.consumer.js';
import { SignalsRepository } from './signals.repository.js';

/** From signals, by the rules, to alerts and blocks. */
@Module({
  imports: [AlertsModule, BlocksModule],
  controllers: [GatewayLogController, RulesController, SignalsConsumer],
  providers: [EvaluationService, RuleCache, RulesRepository, RulesService, SignalsRepository],
})
export class EvaluationModule {}
