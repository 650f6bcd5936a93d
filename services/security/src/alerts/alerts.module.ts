import { Module } from '@nestjs/common';
import { AlertRollup } from './alert-rollup.js';
import { AlertRollupRepository } from './alert-rollup.repository.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsRepository } from './alerts.repository.js';
import { AlertsService } from './alerts.service.js';

@Module({
  controllers: [AlertsController],
  providers: [AlertRollup, AlertRollupRepository, AlertsRepository, AlertsService],
  exports: [AlertRollup, AlertsService],
})
export class AlertsModule {}
