import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { IpDetailsController } from './ip-details.controller.js';
import { IpDetailsService } from './ip-details.service.js';

@Module({
  imports: [AlertsModule, BlocksModule, EvaluationModule],
  controllers: [IpDetailsController],
  providers: [IpDetailsService],
})
export class IpDetailsModule {}
