import { SectionHead } from '@/components/ui/section-head.js';
import { SecurityOverview } from '@/features/security/overview/security-overview.js';
import { t } from '@/messages/i18n.js';
import { adminMessages } from '@/messages/admin/admin.js';
import type { AdminSectionProps } from '../admin-locations.js';

export default function SecurityDashboardSection({ onSection }: AdminSectionProps) {
  return (
    <>
      <SectionHead title={t(adminMessages).sections['security-dashboard']} />
      <SecurityOverview
        onAlerts={() => onSection('security-alerts')}
        onBlocked={() => onSection('security-blocked-ips')}
        onRecovery={() => onSection('security-recovery')}
      />
    </>
  );
}
