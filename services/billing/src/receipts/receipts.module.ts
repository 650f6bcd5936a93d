import { Module } from '@nestjs/common';
import { AdminReceiptsController } from './admin-receipts.controller.js';
import { ReceiptLogosConsumer } from './receipt-logos.consumer.js';
import { ReceiptLogos } from './receipt-logos.repository.js';
import { ReceiptSettingsService } from './receipt-settings.service.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { ReceiptsService } from './receipts.service.js';

@Module({
  controllers: [ReceiptsController, AdminReceiptsController, ReceiptLogosConsumer],
  providers: [ReceiptLogos, ReceiptSettingsService, ReceiptsRepository, ReceiptsService],
  exports: [ReceiptsService],
})
export class ReceiptsModule {}
