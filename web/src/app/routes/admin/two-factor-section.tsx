import { SectionHead } from '@/components/ui/section-head.js';
import { TwoFactor } from '@/features/admin-two-factor/components/two-factor.js';
import { say } from '@/lib/messages.js';
import { adminTexts } from '@/messages/admin.js';

export default function TwoFactorSection() {
  const m = say(adminTexts);
  return (
    <>
      <SectionHead title={m.sections['2fa']} />
      <TwoFactor failed={m.loadFailed} />
    </>
  );
}
