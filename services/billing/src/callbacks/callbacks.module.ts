import { Module } from '@nestjs/common';
import { PaymentProvidersModule } from '../payment-providers/payment-providers.module.js';
import { TopupsModule } from '../topups/topups.module.js';
import { CallbackMetrics } from './callback-metrics.js';
import { CallbacksController } from './callbacks.controller.js';
import { CallbacksRepository } from './callbacks.repository.js';
import { CallbacksService } from './callbacks.service.js';

@Module({
  imports: [PaymentProvidersModule, TopupsModule],
  controllers: [CallbacksController],
  providers: [CallbacksRepository, CallbacksService, CallbackMetrics],
  exports: [CallbacksService],
})
export class CallbacksModule {}
