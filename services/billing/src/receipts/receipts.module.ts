import { Module } from '@nestjs/common';
import { AdminReceiptsController } from './admin-receipts.controller.js';
import { ReceiptLogosConsumer } from './receipt-logos.consumer.js';
import { ReceiptLogosRepository } from './receipt-logos.repository.js';
import { ReceiptSettingsService } from './receipt-settings.service.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { ReceiptsService } from './receipts.service.js';

@Module({
  controllers: [ReceiptsController, AdminReceiptsController, ReceiptLogosConsumer],
  providers: [ReceiptLogosRepository, ReceiptSettingsService, ReceiptsRepository, ReceiptsService],
  exports: [ReceiptsService],
})
export class ReceiptsModule {}
