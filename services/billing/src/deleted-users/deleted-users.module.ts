import { Module } from '@nestjs/common';
import { CallbacksModule } from '../callbacks/callbacks.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { TopupsModule } from '../topups/topups.module.js';
import { DeletedUsersConsumer } from './deleted-users.consumer.js';

@Module({
  imports: [CallbacksModule, ReceiptsModule, TopupsModule],
  controllers: [DeletedUsersConsumer],
})
export class DeletedUsersModule {}
