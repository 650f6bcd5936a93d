import { SectionHead } from '@/components/ui/section-head.js';
import { Recovery } from '@/features/security/recovery/recovery.js';
import { t } from '@/lib/i18n/messages.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function SecurityRecoverySection() {
  return (
    <>
      <SectionHead title={t(adminMessages).sections['security-recovery']} />
      <Recovery />
    </>
  );
}
