import { Module } from '@nestjs/common';
import { AlertsModule } from './alerts/alerts.module.js';
import { AuditModule } from './audit/audit.module.js';
import { BlocksModule } from './blocks/blocks.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { DeletedUsersModule } from './deleted-users/deleted-users.module.js';
import { EvaluationModule } from './evaluation/evaluation.module.js';
import { IpDetailsModule } from './ip-details/ip-details.module.js';
import { RecoveryModule } from './recovery/recovery.module.js';
import { RulesModule } from './rules/rules.module.js';

@Module({
  imports: [
    AlertsModule,
    AuditModule,
    BlocksModule,
    DashboardModule,
    DeletedUsersModule,
    EvaluationModule,
    IpDetailsModule,
    RecoveryModule,
    RulesModule,
  ],
})
export class AppModule {}
