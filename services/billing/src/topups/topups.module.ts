import { Module } from '@nestjs/common';
import { ClosedAccountsModule } from '../deletion/closed-accounts.module.js';
import { GatewayModule } from '../gateway/gateway.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentMethodsModule } from '../payment-methods/payment-methods.module.js';
import { ProductsModule } from '../products/products.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminTopupsController } from './admin/admin-topups.controller.js';
import { AdminTopupsRepository } from './admin/admin-topups.repository.js';
import { AdminTopupsService } from './admin/admin-topups.service.js';
import { PaymentMetrics } from './payment-metrics.js';
import { ReviewsController } from './reviews/reviews.controller.js';
import { ReviewsService } from './reviews/reviews.service.js';
import { Settlement } from './settlement.js';
import { TopupsController } from './topups.controller.js';
import { TopupsRepository } from './topups.repository.js';
import { TopupsService } from './topups.service.js';

@Module({
  imports: [
    ClosedAccountsModule,
    GatewayModule,
    LedgerModule,
    PaymentMethodsModule,
    ProductsModule,
    UsersModule,
  ],
  controllers: [TopupsController, ReviewsController, AdminTopupsController],
  providers: [
    TopupsRepository,
    TopupsService,
    Settlement,
    PaymentMetrics,
    ReviewsService,
    AdminTopupsRepository,
    AdminTopupsService,
  ],
  exports: [TopupsRepository, Settlement],
})
export class TopupsModule {}
