import { Alerts } from '@/features/security/alerts/alerts.js';
import { t } from '@/lib/messages.js';
import { adminMessages } from '@/messages/admin.js';

export default function SecurityAlertsSection() {
  return <Alerts title={t(adminMessages).sections['security-alerts']} />;
}
