import { Module } from '@nestjs/common';
import { BpayModule } from './bpay/bpay.module.js';
import { CallbacksModule } from './callbacks/callbacks.module.js';
import { DeletionModule } from './deletion/deletion.module.js';
import { HoldsModule } from './holds/holds.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { PaymentMethodsModule } from './payment-methods/payment-methods.module.js';
import { ProductsModule } from './products/products.module.js';
import { ReconcilerModule } from './reconciler/reconciler.module.js';
import { TopupsModule } from './topups/topups.module.js';

@Module({
  imports: [
    LedgerModule,
    HoldsModule,
    ProductsModule,
    PaymentMethodsModule,
    TopupsModule,
    BpayModule,
    CallbacksModule,
    ReconcilerModule,
    DeletionModule,
  ],
})
export class AppModule {}
