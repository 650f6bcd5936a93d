import { AuditLog } from '@/features/security/audit/audit-log.js';
import { t } from '@/lib/i18n/messages.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function SecurityAuditSection() {
  return <AuditLog title={t(adminMessages).sections['security-audit']} />;
}
