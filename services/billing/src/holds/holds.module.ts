import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { ChargesService } from './charges.service.js';
import { HoldEntries } from './hold-entries.js';
import { HoldSweeper } from './hold-sweeper.js';
import { HoldsConsumer } from './holds.consumer.js';
import { HoldsGrpcController } from './holds.grpc.controller.js';
import { HoldsRepository } from './holds.repository.js';
import { HoldsService } from './holds.service.js';

@Module({
  imports: [LedgerModule],
  controllers: [HoldsGrpcController, HoldsConsumer],
  providers: [HoldsRepository, HoldEntries, HoldsService, ChargesService, HoldSweeper],
})
export class HoldsModule {}
