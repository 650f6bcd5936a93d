import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { BalancesGrpcController } from './balances.grpc.controller.js';
import { LedgerController } from './ledger.controller.js';
import { LedgerRepository } from './ledger.repository.js';
import { LedgerService } from './ledger.service.js';
import { LedgerSummaryService } from './ledger-summary.service.js';
import { QuotaService } from './quota.service.js';

@Module({
  imports: [UsersModule],
  controllers: [BalancesGrpcController, LedgerController],
  providers: [LedgerRepository, LedgerService, LedgerSummaryService, QuotaService],
  exports: [LedgerService],
})
export class LedgerModule {}
