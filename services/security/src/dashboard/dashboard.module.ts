import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { RecoveryModule } from '../recovery/recovery.module.js';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';

@Module({
  imports: [AlertsModule, BlocksModule, RecoveryModule],
  controllers: [DashboardController],
  providers: [DashboardService],
})
export class DashboardModule {}
