import { Module } from '@nestjs/common';
import { BinanceTest } from '../payment-providers/binance/binance-test.js';
import { BinanceHistory } from '../payment-providers/binance/binance.history.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentMethodsModule } from '../payment-methods/payment-methods.module.js';
import { ProductsModule } from '../products/products.module.js';
import { TopupsModule } from '../topups/topups.module.js';
import { BpayClaims } from './bpay-claims.js';
import { BpayOrdersService } from '../topups/bpay-orders.service.js';
import { BpaySeed } from './bpay-seed.js';
import { BpayVerificationService } from './bpay-verification.service.js';
import { BpayController } from './bpay.controller.js';
import { BpayRepository } from '../topups/bpay-orders.repository.js';
import { HistoryStateRepository } from './history-state.repository.js';
import { TransferHistory } from './transfer-history.service.js';
import { TransfersRepository } from './transfers.repository.js';
import { VerifyThrottle } from './verify-throttle.js';

/** Orders that are paid by a Binance transfer. */
@Module({
  imports: [LedgerModule, PaymentMethodsModule, ProductsModule, TopupsModule],
  controllers: [BpayController],
  providers: [
    BinanceHistory,
    BinanceTest,
    BpayRepository,
    TransfersRepository,
    HistoryStateRepository,
    BpayOrdersService,
    BpayVerificationService,
    BpayClaims,
    TransferHistory,
    VerifyThrottle,
    BpaySeed,
  ],
})
export class BpayModule {}
