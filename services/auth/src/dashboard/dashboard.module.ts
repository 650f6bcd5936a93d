import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { LegalPagesModule } from '../legal-pages/legal-pages.module.js';
import { UsersModule } from '../users/users.module.js';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';

@Module({
  imports: [ClientsModule, LegalPagesModule, UsersModule],
  controllers: [DashboardController],
  providers: [DashboardService],
})
export class DashboardModule {}
