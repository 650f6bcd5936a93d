import { SectionHead } from '@/components/ui/section-head.js';
import { Installs } from '@/features/installs/admin/installs.js';
import { t } from '@/lib/i18n/messages.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function InstallsSection() {
  const m = t(adminMessages);
  return (
    <>
      <SectionHead title={m.sections.installs} />
      <Installs label={m.sections.installs} failed={m.loadFailed} />
    </>
  );
}
