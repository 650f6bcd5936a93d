import { Module } from '@nestjs/common';
import { AccountClosureModule } from '../account-closure/account-closure.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { UsersModule } from '../users/users.module.js';
import { VpsAccessModule } from '../vps-access/vps-access.module.js';
import { AdminDesktopsController } from './admin-desktops.controller.js';
import { AdminDesktopsRepository } from './admin-desktops.repository.js';
import { AdminDesktopsService } from './admin-desktops.service.js';
import { DesktopMetrics } from './desktop-metrics.js';
import { DesktopOpeningsService } from './desktop-openings.service.js';
import { DesktopReportsRepository } from './desktop-reports.repository.js';
import { DesktopReportsService } from './desktop-reports.service.js';
import { DesktopSweeper } from './desktop-sweeper.js';
import { DesktopTicketsRepository } from './desktop-tickets.repository.js';
import { DesktopTicketsService } from './desktop-tickets.service.js';
import { DesktopsController } from './desktops.controller.js';
import { DesktopsGrpcController } from './desktops.grpc.controller.js';

/** Windows desktops in browsers: tickets and the record of open desktops (ADR 46). */
@Module({
  imports: [AccountClosureModule, InstallsModule, UsersModule, VpsAccessModule],
  controllers: [AdminDesktopsController, DesktopsController, DesktopsGrpcController],
  providers: [
    AdminDesktopsRepository,
    AdminDesktopsService,
    DesktopMetrics,
    DesktopOpeningsService,
    DesktopReportsRepository,
    DesktopReportsService,
    DesktopSweeper,
    DesktopTicketsRepository,
    DesktopTicketsService,
  ],
  exports: [DesktopTicketsService],
})
export class DesktopsModule {}
