import { SectionHead } from '@/components/ui/section-head.js';
import { Recovery } from '@/features/security/recovery/recovery.js';
import { t } from '@/lib/messages.js';
import { adminMessages } from '@/messages/admin.js';

export default function SecurityRecoverySection() {
  return (
    <>
      <SectionHead title={t(adminMessages).sections['security-recovery']} />
      <Recovery />
    </>
  );
}
