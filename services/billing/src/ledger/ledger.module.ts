import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { BalancesGrpcController } from './balances.grpc.controller.js';
import { LedgerRepository } from './ledger.repository.js';
import { LedgerService } from './ledger.service.js';
import { QuotaRequestsRepository } from './quota-requests.repository.js';
import { QuotaController } from './quota.controller.js';
import { QuotaService } from './quota.service.js';

@Module({
  imports: [UsersModule],
  controllers: [BalancesGrpcController, QuotaController],
  providers: [LedgerRepository, LedgerService, QuotaRequestsRepository, QuotaService],
  exports: [LedgerService],
})
export class LedgerModule {}
