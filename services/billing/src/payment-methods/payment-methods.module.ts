import { Module } from '@nestjs/common';
import { GatewayModule } from '../gateway/gateway.module.js';
import { AdminPaymentMethodsController } from './admin-payment-methods.controller.js';
import { FirstSync } from './first-sync.js';
import { PaymentMethodsController } from './payment-methods.controller.js';
import { PaymentMethodsRepository } from './payment-methods.repository.js';
import { PaymentMethodsService } from './payment-methods.service.js';

@Module({
  imports: [GatewayModule],
  controllers: [PaymentMethodsController, AdminPaymentMethodsController],
  providers: [PaymentMethodsRepository, PaymentMethodsService, FirstSync],
  exports: [PaymentMethodsService],
})
export class PaymentMethodsModule {}
