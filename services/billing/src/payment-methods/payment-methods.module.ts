import { Module } from '@nestjs/common';
import { GatewayTest } from '../payment-providers/tripay/tripay-test.js';
import { TripayGateway } from '../payment-providers/tripay/tripay.client.js';
import { AdminPaymentMethodsController } from './admin-payment-methods.controller.js';
import { FirstSync } from './first-sync.js';
import { PaymentMethodsController } from './payment-methods.controller.js';
import { PaymentMethodsRepository } from './payment-methods.repository.js';
import { PaymentMethodsService } from './payment-methods.service.js';

/** The payment gateway and the methods that it offers. */
@Module({
  controllers: [PaymentMethodsController, AdminPaymentMethodsController],
  providers: [
    TripayGateway,
    GatewayTest,
    PaymentMethodsRepository,
    PaymentMethodsService,
    FirstSync,
  ],
  exports: [PaymentMethodsService, TripayGateway],
})
export class PaymentMethodsModule {}
