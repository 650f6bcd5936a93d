import { Module } from '@nestjs/common';
import { GrpcNeighbours } from './grpc-neighbours.js';
import { Neighbours } from './neighbours.js';

@Module({
  providers: [{ provide: Neighbours, useClass: GrpcNeighbours }],
  exports: [Neighbours],
})
export class NeighboursModule {}
