import { Module } from '@nestjs/common';
import { GatewayModule } from '../gateway/gateway.module.js';
import { TopupsModule } from '../topups/topups.module.js';
import { CallbacksController } from './callbacks.controller.js';
import { CallbacksRepository } from './callbacks.repository.js';
import { CallbacksService } from './callbacks.service.js';
import { InboxWorker } from './inbox-worker.js';

@Module({
  imports: [GatewayModule, TopupsModule],
  controllers: [CallbacksController],
  providers: [CallbacksRepository, CallbacksService, InboxWorker],
})
export class CallbacksModule {}
