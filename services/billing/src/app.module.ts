import { Module } from '@nestjs/common';
import { BpayModule } from './bpay/bpay.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { PaymentMethodsModule } from './payment-methods/payment-methods.module.js';
import { ProductsModule } from './products/products.module.js';
import { TopupsModule } from './topups/topups.module.js';

@Module({ imports: [LedgerModule, ProductsModule, PaymentMethodsModule, TopupsModule, BpayModule] })
export class AppModule {}
