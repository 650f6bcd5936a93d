import { defineService } from '@casement/common/platform/bootstrap/service-definition.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { AlertEntity } from './alerts/alert.entity.js';
import { AppModule } from './app.module.js';
import { AuditEntryEntity } from './audit/audit-entry.entity.js';
import { BlockedIpEntity } from './blocks/blocked-ip.entity.js';
import { SecurityConfig } from './config.js';
import { securityMigrations } from './database/migrations.js';
import { SignalEntity } from './evaluation/signal.entity.js';
import { RecoveryEntity } from './recovery/recovery.entity.js';
import { RuleEntity } from './rules/rule.entity.js';

export const security = defineService({
  name: 'security',
  config: SecurityConfig,
  module: AppModule,
  apiKeysFrom: ({ AUTH_GRPC_URL }) => AUTH_GRPC_URL,
  // A batch of the gateway's log has 100 requests with all their headers, which an attacker can make as long as
  // allowed.
  bodyLimit: '8mb',
  database: {
    entities: [
      AlertEntity,
      AuditEntryEntity,
      BlockedIpEntity,
      RecoveryEntity,
      RuleEntity,
      SignalEntity,
    ],
    migrations: [...commonMigrations, ...securityMigrations],
  },
});
