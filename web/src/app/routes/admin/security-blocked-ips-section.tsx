import { BlockedIps } from '@/features/security/components/blocked-ips.js';
import { say } from '@/lib/messages.js';
import { adminTexts } from '@/messages/admin.js';

export default function SecurityBlockedIpsSection() {
  return <BlockedIps title={say(adminTexts).sections['security-blocked-ips']} />;
}
