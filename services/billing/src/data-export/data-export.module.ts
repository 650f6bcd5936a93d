import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { TopupsModule } from '../topups/topups.module.js';
import { DataExportGrpcController } from './data-export.grpc.controller.js';

@Module({
  imports: [LedgerModule, ReceiptsModule, TopupsModule],
  controllers: [DataExportGrpcController],
})
export class DataExportModule {}
