import { Module } from '@nestjs/common';
import { GatewayTest } from './gateway-test.js';
import { TripayGateway } from './tripay.gateway.js';

@Module({ providers: [GatewayTest, TripayGateway], exports: [TripayGateway] })
export class GatewayModule {}
