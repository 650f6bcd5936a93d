import { Module } from '@nestjs/common';
import { AlertsModule } from './alerts/alerts.module.js';
import { AllowlistModule } from './allowlist/allowlist.module.js';
import { AuditModule } from './audit/audit.module.js';
import { BlocksModule } from './blocks/blocks.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { DeletedUsersModule } from './deleted-users/deleted-users.module.js';
import { GatewayLogModule } from './gateway-log/gateway-log.module.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { IpDetailsModule } from './ip-details/ip-details.module.js';
import { JudgeModule } from './judge/judge.module.js';
import { RecoveryModule } from './recovery/recovery.module.js';
import { RulesModule } from './rules/rules.module.js';

@Module({
  imports: [
    AlertsModule,
    AllowlistModule,
    AuditModule,
    BlocksModule,
    DashboardModule,
    DeletedUsersModule,
    GatewayLogModule,
    HousekeepingModule,
    IpDetailsModule,
    JudgeModule,
    RecoveryModule,
    RulesModule,
  ],
})
export class AppModule {}
