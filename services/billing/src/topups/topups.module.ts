import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentMethodsModule } from '../payment-methods/payment-methods.module.js';
import { PaymentProvidersModule } from '../payment-providers/payment-providers.module.js';
import { ProductsModule } from '../products/products.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { UsersModule } from '../users/users.module.js';
import { VouchersModule } from '../vouchers/vouchers.module.js';
import { AdminTopupsController } from './admin/admin-topups.controller.js';
import { AdminTopupsRepository } from './admin/admin-topups.repository.js';
import { AdminTopupsService } from './admin/admin-topups.service.js';
import { BpayOrdersRepository } from './bpay-orders.repository.js';
import { BpayOrdersService } from './bpay-orders.service.js';
import { MoneyController } from './money/money.controller.js';
import { MoneyRepository } from './money/money.repository.js';
import { MoneyService } from './money/money.service.js';
import { ReconciliationService } from './money/reconciliation.service.js';
import { PaymentMetrics } from './payment-metrics.js';
import { ReceiptBacklog } from './receipt-backlog.js';
import { RefundsController } from './refunds/refunds.controller.js';
import { RefundsService } from './refunds/refunds.service.js';
import { RefundSettlement } from './refund-settlement.js';
import { RefundsRepository } from './refunds.repository.js';
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
    ProductsModule,
    ReceiptsModule,
    UsersModule,
    VouchersModule,
  ],
  controllers: [TopupsController, AdminTopupsController, RefundsController, MoneyController],
  providers: [
    AdminTopupsRepository,
    AdminTopupsService,
    BpayOrdersRepository,
    BpayOrdersService,
    MoneyRepository,
    MoneyService,
    PaymentMetrics,
    ReceiptBacklog,
    ReconcilerService,
    ReconciliationService,
    RefundSettlement,
    RefundsRepository,
    RefundsService,
    Settlement,
    TopupsRepository,
    TopupsService,
  ],
  exports: [AdminTopupsService, BpayOrdersService, RefundsService, Settlement, TopupsService],
})
export class TopupsModule {}
