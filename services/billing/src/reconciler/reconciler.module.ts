import { Module } from '@nestjs/common';
import { GatewayModule } from '../gateway/gateway.module.js';
import { TopupsModule } from '../topups/topups.module.js';
import { ReconcilerService } from './reconciler.service.js';

@Module({
  imports: [GatewayModule, TopupsModule],
  providers: [ReconcilerService],
})
export class ReconcilerModule {}
