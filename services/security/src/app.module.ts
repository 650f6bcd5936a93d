import { Module } from '@nestjs/common';
import { userDirectory } from '@casement/common/users/user-directory.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { AuditConsumer } from './audit/audit.consumer.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditRepository } from './audit/audit.repository.js';
import { AuditService } from './audit/audit.service.js';
import { DeletedUsersConsumer } from './audit/deleted-users.consumer.js';
import { BlocksModule } from './blocks/blocks.module.js';
import { SecurityConfig } from './config.js';
import { DashboardController } from './dashboard/dashboard.controller.js';
import { DashboardService } from './dashboard/dashboard.service.js';
import { EvaluationModule } from './evaluation/evaluation.module.js';
import { IpDetailsController } from './ip-details/ip-details.controller.js';
import { IpDetailsRepository } from './ip-details/ip-details.repository.js';
import { IpDetailsService } from './ip-details/ip-details.service.js';
import { RecoveryModule } from './recovery/recovery.module.js';

@Module({
  imports: [AlertsModule, BlocksModule, EvaluationModule, RecoveryModule],
  controllers: [
    AuditConsumer,
    AuditController,
    DashboardController,
    DeletedUsersConsumer,
    IpDetailsController,
  ],
  providers: [
    AuditRepository,
    AuditService,
    DashboardService,
    IpDetailsRepository,
    IpDetailsService,
    // A page is shown without names rather than late.
    userDirectory(SecurityConfig, 800),
  ],
})
export class AppModule {}
