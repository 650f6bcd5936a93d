import { StartSecurity1763730000000 } from './migrations/1763730000000-start-security.js';
import { AuditAppendOnly1797420000000 } from './migrations/1797420000000-audit-append-only.js';
import { AuditApiKey1797410000001 } from './migrations/1797410000001-audit-api-key.js';
import { AuditActorRole1797361000000 } from './migrations/1797361000000-audit-actor-role.js';
import { AlertByRule1797381100000 } from './migrations/1797381100000-alert-by-rule.js';

export const securityMigrations = [
  StartSecurity1763730000000,
  AuditActorRole1797361000000,
  AlertByRule1797381100000,
  AuditApiKey1797410000001,
  AuditAppendOnly1797420000000,
];
