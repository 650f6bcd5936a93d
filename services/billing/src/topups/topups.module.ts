import { Module } from '@nestjs/common';
import { CallbacksController } from '../callbacks/callbacks.controller.js';
import { CallbacksRepository } from '../callbacks/callbacks.repository.js';
import { CallbacksService } from '../callbacks/callbacks.service.js';
import { PendingCallbacks } from '../callbacks/pending-callbacks.js';
import { ClosedAccounts } from './closed-accounts.repository.js';
import { DeletionConsumer } from '../deleted-users/deleted-users.consumer.js';
import { DeletionService } from '../deleted-users/deleted-users.service.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentMethodsModule } from '../payment-methods/payment-methods.module.js';
import { ProductsModule } from '../products/products.module.js';
import { ReconcilerService } from './reconciler.service.js';
import { AdminTopupsController } from './admin/admin-topups.controller.js';
import { AdminTopupsRepository } from './admin/admin-topups.repository.js';
import { AdminTopupsService } from './admin/admin-topups.service.js';
import { RevenueRepository } from './admin/revenue.repository.js';
import { PaymentMetrics } from './payment-metrics.js';
import { ReviewsController } from './reviews/reviews.controller.js';
import { ReviewsService } from './reviews/reviews.service.js';
import { Settlement } from './settlement.js';
import { TopupsController } from './topups.controller.js';
import { TopupsRepository } from './topups.repository.js';
import { TopupsService } from './topups.service.js';

/** Orders of quota and all that settles them: callbacks, the reconciler, and the deletion of a user. */
@Module({
  imports: [LedgerModule, PaymentMethodsModule, ProductsModule],
  controllers: [
    TopupsController,
    ReviewsController,
    AdminTopupsController,
    CallbacksController,
    DeletionConsumer,
  ],
  providers: [
    TopupsRepository,
    TopupsService,
    Settlement,
    PaymentMetrics,
    ReviewsService,
    AdminTopupsRepository,
    AdminTopupsService,
    RevenueRepository,
    CallbacksRepository,
    CallbacksService,
    PendingCallbacks,
    ReconcilerService,
    ClosedAccounts,
    DeletionService,
  ],
  exports: [TopupsRepository, Settlement],
})
export class TopupsModule {}
