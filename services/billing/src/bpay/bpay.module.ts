import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentProvidersModule } from '../payment-providers/payment-providers.module.js';
import { TopupsModule } from '../topups/topups.module.js';
import { AutoCredit } from './auto-credit.js';
import { BpayClaims } from './bpay-claims.js';
import { BpayVerificationService } from './bpay-verification.service.js';
import { BpayController } from './bpay.controller.js';
import { FailedHistory } from './failed-history.js';
import { HistoryStateRepository } from './history-state.repository.js';
import { TransferHistory } from './transfer-history.service.js';
import { TransfersRepository } from './transfers.repository.js';
import { UnreadableRowsRepository } from './unreadable-rows.repository.js';
import { VerifyThrottle } from './verify-throttle.js';
import { VerifyThrottleRepository } from './verify-throttle.repository.js';

/** Binance Pay. An order is credited by a transfer in our copy of the account's history. */
@Module({
  imports: [LedgerModule, PaymentProvidersModule, TopupsModule],
  controllers: [BpayController],
  providers: [
    AutoCredit,
    BpayClaims,
    BpayVerificationService,
    FailedHistory,
    HistoryStateRepository,
    TransferHistory,
    TransfersRepository,
    UnreadableRowsRepository,
    VerifyThrottle,
    VerifyThrottleRepository,
  ],
})
export class BpayModule {}
