import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';
import { GrpcNeighbours } from './grpc-neighbours.js';
import { Neighbours } from './neighbours.js';

@Module({
  imports: [UsersModule],
  controllers: [DashboardController],
  providers: [DashboardService, { provide: Neighbours, useClass: GrpcNeighbours }],
})
export class DashboardModule {}
