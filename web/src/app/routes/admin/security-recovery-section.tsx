import { SectionHead } from '@/components/ui/section-head.js';
import { Recovery } from '@/features/security/components/recovery.js';
import { say } from '@/lib/messages.js';
import { adminTexts } from '@/messages/admin.js';

export default function SecurityRecoverySection() {
  return (
    <>
      <SectionHead title={say(adminTexts).sections['security-recovery']} />
      <Recovery />
    </>
  );
}
