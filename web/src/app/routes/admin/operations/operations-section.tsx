import { useQuery } from '@tanstack/react-query';
import { SectionHead } from '@/components/ui/section-head.js';
import { twoFactorStatusQuery } from '@/features/two-factor/api.js';
import { TestCode } from '@/features/two-factor/components/test-code.js';
import { Checklist } from '@/features/operations/components/checklist.js';
import { RefreshServices, Services } from '@/features/operations/components/services.js';
import { t } from '@/messages/i18n.js';
import { adminMessages } from '@/messages/admin/admin.js';
import type { AdminSectionProps } from '../admin-locations.js';

export default function OperationsSection({ onSection }: AdminSectionProps) {
  const twoFactor = useQuery(twoFactorStatusQuery);
  return (
    <>
      <SectionHead title={t(adminMessages).sections.operations}>
        <RefreshServices />
      </SectionHead>
      <Checklist
        twoFactor={twoFactor.isError ? undefined : twoFactor.data?.enabled}
        twoFactorTest={<TestCode />}
        onNavigate={onSection}
      />
      <Services />
    </>
  );
}
