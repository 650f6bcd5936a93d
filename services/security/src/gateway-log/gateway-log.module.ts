import { Module } from '@nestjs/common';
import { JudgeModule } from '../judge/judge.module.js';
import { GatewayLogController } from './gateway-log.controller.js';

@Module({ imports: [JudgeModule], controllers: [GatewayLogController] })
export class GatewayLogModule {}
