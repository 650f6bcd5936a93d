import { Module } from '@nestjs/common';
import { BooksModule } from './books/books.module.js';
import { BpayModule } from './bpay/bpay.module.js';
import { CallbacksModule } from './callbacks/callbacks.module.js';
import { DataExportModule } from './data-export/data-export.module.js';
import { DeletedUsersModule } from './deleted-users/deleted-users.module.js';
import { HoldsModule } from './holds/holds.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { PaymentMethodsModule } from './payment-methods/payment-methods.module.js';
import { PaymentProvidersModule } from './payment-providers/payment-providers.module.js';
import { ProductsModule } from './products/products.module.js';
import { ReceiptsModule } from './receipts/receipts.module.js';
import { TopupDetailsModule } from './topup-details/topup-details.module.js';
import { TopupsModule } from './topups/topups.module.js';
import { UsersModule } from './users/users.module.js';
import { VouchersModule } from './vouchers/vouchers.module.js';

@Module({
  imports: [
    BooksModule,
    BpayModule,
    CallbacksModule,
    DataExportModule,
    DeletedUsersModule,
    HoldsModule,
    LedgerModule,
    PaymentMethodsModule,
    PaymentProvidersModule,
    ProductsModule,
    ReceiptsModule,
    TopupsModule,
    // After the top-ups, whose fixed paths would match its `{id}`.
    TopupDetailsModule,
    UsersModule,
    VouchersModule,
  ],
})
export class AppModule {}
