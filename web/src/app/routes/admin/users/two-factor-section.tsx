import { SectionHead } from '@/components/ui/section-head.js';
import { TwoFactor } from '@/features/admin-two-factor/components/two-factor.js';
import { t } from '@/lib/i18n/messages.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function TwoFactorSection() {
  const m = t(adminMessages);
  return (
    <>
      <SectionHead title={m.sections['2fa']} />
      <TwoFactor failed={m.loadFailed} />
    </>
  );
}
