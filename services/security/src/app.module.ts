import { Module } from '@nestjs/common';
import { AuditModule } from './audit/audit.module.js';
import { BlocksModule } from './blocks/blocks.module.js';
import { DeletedUsersModule } from './deleted-users/deleted-users.module.js';
import { GatewayLogModule } from './gateway-log/gateway-log.module.js';
import { SignalsModule } from './signals/signals.module.js';

@Module({
  imports: [SignalsModule, AuditModule, BlocksModule, DeletedUsersModule, GatewayLogModule],
})
export class AppModule {}
