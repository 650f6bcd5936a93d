import { Alerts } from '@/features/security/components/alerts.js';
import { say } from '@/lib/messages.js';
import { adminTexts } from '@/messages/admin.js';

export default function SecurityAlertsSection() {
  return <Alerts title={say(adminTexts).sections['security-alerts']} />;
}
