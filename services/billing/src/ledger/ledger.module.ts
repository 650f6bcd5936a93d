import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { BalancesGrpcController } from './balances.grpc.controller.js';
import { LedgerViewsController } from './ledger-views.controller.js';
import { LedgerViewsService } from './ledger-views.service.js';
import { LedgerReadings } from './ledger-readings.js';
import { LedgerRepository } from './ledger.repository.js';
import { LedgerService } from './ledger.service.js';
import { QuotaRequestsRepository } from './quota-requests.repository.js';
import { QuotaController } from './quota.controller.js';
import { QuotaService } from './quota.service.js';

@Module({
  imports: [UsersModule],
  controllers: [BalancesGrpcController, QuotaController, LedgerViewsController],
  providers: [
    LedgerReadings,
    LedgerRepository,
    LedgerService,
    QuotaRequestsRepository,
    QuotaService,
    LedgerViewsService,
  ],
  exports: [LedgerService],
})
export class LedgerModule {}
