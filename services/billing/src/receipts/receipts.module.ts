import { Module } from '@nestjs/common';
import { AdminReceiptsController } from './admin-receipts.controller.js';
import { ReceiptSettingsService } from './receipt-settings.service.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { ReceiptsService } from './receipts.service.js';

@Module({
  controllers: [ReceiptsController, AdminReceiptsController],
  providers: [ReceiptSettingsService, ReceiptsRepository, ReceiptsService],
  exports: [ReceiptsService],
})
export class ReceiptsModule {}
