import { Module } from '@nestjs/common';
import { GatewayModule } from '../gateway/gateway.module.js';
import { TopupsModule } from '../topups/topups.module.js';
import { ReconcilerJobs } from './reconciler.jobs.js';
import { ReconcilerService } from './reconciler.service.js';

@Module({
  imports: [GatewayModule, TopupsModule],
  providers: [ReconcilerService, ReconcilerJobs],
})
export class ReconcilerModule {}
