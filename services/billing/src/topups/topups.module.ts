import { Module } from '@nestjs/common';
import { GatewayModule } from '../gateway/gateway.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentMethodsModule } from '../payment-methods/payment-methods.module.js';
import { ProductsModule } from '../products/products.module.js';
import { UsersModule } from '../users/users.module.js';
import { Settlement } from './settlement.js';
import { TopupsController } from './topups.controller.js';
import { TopupsRepository } from './topups.repository.js';
import { TopupsService } from './topups.service.js';

@Module({
  imports: [GatewayModule, LedgerModule, PaymentMethodsModule, ProductsModule, UsersModule],
  controllers: [TopupsController],
  providers: [TopupsRepository, TopupsService, Settlement],
  exports: [TopupsRepository, Settlement],
})
export class TopupsModule {}
