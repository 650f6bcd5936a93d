import { Module } from '@nestjs/common';
import { CallbacksModule } from '../callbacks/callbacks.module.js';
import { TopupsModule } from '../topups/topups.module.js';
import { ClosedAccountsModule } from './closed-accounts.module.js';
import { DeletionConsumer } from './deletion.consumer.js';
import { DeletionService } from './deletion.service.js';

@Module({
  imports: [ClosedAccountsModule, TopupsModule, CallbacksModule],
  controllers: [DeletionConsumer],
  providers: [DeletionService],
})
export class DeletionModule {}
