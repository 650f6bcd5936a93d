import { Module } from '@nestjs/common';
import { CallbacksModule } from '../callbacks/callbacks.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { TopupsModule } from '../topups/topups.module.js';
import { UsersModule } from '../users/users.module.js';
import { TopupDetailsController } from './topup-details.controller.js';

@Module({
  imports: [CallbacksModule, LedgerModule, TopupsModule, UsersModule],
  controllers: [TopupDetailsController],
})
export class TopupDetailsModule {}
