import { Module } from '@nestjs/common';
import { UserDirectory, userDirectory } from '@casement/common/platform/users/user-directory.js';
import { BillingConfig } from '../config.js';
import { ChargesService } from '../holds/charges.service.js';
import { HoldEntries } from '../holds/hold-entries.js';
import { HoldSweeper } from '../holds/hold-sweeper.js';
import { HoldsConsumer } from '../holds/holds.consumer.js';
import { HoldsGrpcController } from '../holds/holds.grpc.controller.js';
import { HoldsRepository } from '../holds/holds.repository.js';
import { HoldsService } from '../holds/holds.service.js';
import { BalancesGrpcController } from './balances.grpc.controller.js';
import { LedgerMetrics } from '../books/books-metrics.js';
import { LedgerViewsController } from './ledger.controller.js';
import { LedgerViewsService } from './ledger-views.service.js';
import { LedgerRepository } from './ledger.repository.js';
import { LedgerService } from './ledger.service.js';
import { QuotaController } from './quota.controller.js';
import { QuotaService } from './quota.service.js';

/** Together with the gateway's time limit it is less than the ten seconds that a browser waits. */
const USER_DIRECTORY_DEADLINE_MS = 2_500;

/** Quota: the ledger, corrections by administrators, and the holds of installs. */
@Module({
  controllers: [
    BalancesGrpcController,
    QuotaController,
    LedgerViewsController,
    HoldsGrpcController,
    HoldsConsumer,
  ],
  providers: [
    userDirectory(BillingConfig, USER_DIRECTORY_DEADLINE_MS),
    LedgerRepository,
    LedgerService,
    LedgerViewsService,
    LedgerMetrics,
    QuotaService,
    HoldsRepository,
    HoldEntries,
    HoldsService,
    ChargesService,
    HoldSweeper,
  ],
  exports: [LedgerService, UserDirectory],
})
export class LedgerModule {}
