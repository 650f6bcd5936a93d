import { Module } from '@nestjs/common';
import { TripayGateway } from './tripay.gateway.js';

@Module({ providers: [TripayGateway], exports: [TripayGateway] })
export class GatewayModule {}
