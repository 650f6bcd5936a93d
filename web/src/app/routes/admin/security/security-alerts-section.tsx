import { Alerts } from '@/features/security/alerts/alerts.js';
import { t } from '@/lib/i18n/messages.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function SecurityAlertsSection() {
  return <Alerts title={t(adminMessages).sections['security-alerts']} />;
}
