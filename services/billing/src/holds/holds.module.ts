import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { HoldEntries } from './hold-entries.js';
import { HoldSweeper } from './hold-sweeper.js';
import { HoldsConsumer } from './holds.consumer.js';
import { HoldsGrpcController } from './holds.grpc.controller.js';
import { HoldsRepository } from './holds.repository.js';
import { HoldsService } from './holds.service.js';

@Module({
  imports: [LedgerModule],
  controllers: [HoldsConsumer, HoldsGrpcController],
  providers: [HoldEntries, HoldSweeper, HoldsRepository, HoldsService],
})
export class HoldsModule {}
