import { Alerts } from '@/features/security/components/alerts.js';
import { t } from '@/lib/messages.js';
import { adminMessages } from '@/messages/admin.js';

export default function SecurityAlertsSection() {
  return <Alerts title={t(adminMessages).sections['security-alerts']} />;
}
