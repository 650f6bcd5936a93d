import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AllowlistModule } from '../allowlist/allowlist.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { SignalsModule } from '../signals/signals.module.js';
import { JudgeService } from './judge.service.js';
import { SignalsConsumer } from './signals.consumer.js';
import { StandingsModule } from './standings.module.js';

@Module({
  imports: [
    AlertsModule,
    AllowlistModule,
    BlocksModule,
    RulesModule,
    SignalsModule,
    StandingsModule,
  ],
  controllers: [SignalsConsumer],
  providers: [JudgeService],
  exports: [JudgeService],
})
export class JudgeModule {}
