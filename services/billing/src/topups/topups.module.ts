import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentMethodsModule } from '../payment-methods/payment-methods.module.js';
import { PaymentProvidersModule } from '../payment-providers/payment-providers.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { UsersModule } from '../users/users.module.js';
import { VouchersModule } from '../vouchers/vouchers.module.js';
import { AdminTopupsController } from './admin/admin-topups.controller.js';
import { AdminTopupsRepository } from './admin/admin-topups.repository.js';
import { AdminTopupsService } from './admin/admin-topups.service.js';
import { BpayOrdersRepository } from './bpay-orders.repository.js';
import { BpayOrdersService } from './bpay-orders.service.js';
import { PaymentMetrics } from './payment-metrics.js';
import { ReceiptBacklog } from './receipt-backlog.js';
import { ReconcilerService } from './reconciler.service.js';
import { Settlement } from './settlement.js';
import { TopupsController } from './topups.controller.js';
import { TopupsRepository } from './topups.repository.js';
import { TopupsService } from './topups.service.js';

@Module({
  imports: [
    LedgerModule,
    PaymentMethodsModule,
    PaymentProvidersModule,
    ReceiptsModule,
    UsersModule,
    VouchersModule,
  ],
  controllers: [TopupsController, AdminTopupsController],
  providers: [
    AdminTopupsRepository,
    AdminTopupsService,
    BpayOrdersRepository,
    BpayOrdersService,
    PaymentMetrics,
    ReceiptBacklog,
    ReconcilerService,
    Settlement,
    TopupsRepository,
    TopupsService,
  ],
  exports: [AdminTopupsService, BpayOrdersService, Settlement, TopupsService],
})
export class TopupsModule {}
