import { Module } from '@nestjs/common';
import { ClosedAccountsModule } from '../deletion/closed-accounts.module.js';
import { GatewayModule } from '../gateway/gateway.module.js';
import { TopupsModule } from '../topups/topups.module.js';
import { CallbacksController } from './callbacks.controller.js';
import { CallbacksRepository } from './callbacks.repository.js';
import { CallbacksService } from './callbacks.service.js';
import { LateCallbacks } from './late-callbacks.js';

@Module({
  imports: [ClosedAccountsModule, GatewayModule, TopupsModule],
  controllers: [CallbacksController],
  providers: [CallbacksRepository, CallbacksService, LateCallbacks],
  exports: [CallbacksRepository],
})
export class CallbacksModule {}
