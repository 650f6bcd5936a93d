import { BlockedIps } from '@/features/security/blocked-ips/blocked-ips.js';
import { t } from '@/lib/i18n/messages.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function SecurityBlockedIpsSection() {
  return <BlockedIps title={t(adminMessages).sections['security-blocked-ips']} />;
}
