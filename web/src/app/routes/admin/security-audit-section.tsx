import { AuditLog } from '@/features/security/components/audit-log.js';
import { say } from '@/lib/messages.js';
import { adminTexts } from '@/messages/admin.js';

export default function SecurityAuditSection() {
  return <AuditLog title={say(adminTexts).sections['security-audit']} />;
}
