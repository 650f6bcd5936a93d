import { Module } from '@nestjs/common';
import { SignalsModule } from '../signals/signals.module.js';
import { GatewayLogController } from './gateway-log.controller.js';

@Module({ imports: [SignalsModule], controllers: [GatewayLogController] })
export class GatewayLogModule {}
