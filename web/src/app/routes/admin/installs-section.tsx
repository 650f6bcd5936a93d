import { SectionHead } from '@/components/ui/section-head.js';
import { Installs } from '@/features/install/admin/installs.js';
import { say } from '@/lib/messages.js';
import { adminTexts } from '@/messages/admin.js';

export default function InstallsSection() {
  const m = say(adminTexts);
  return (
    <>
      <SectionHead title={m.sections.installs} />
      <Installs label={m.sections.installs} failed={m.loadFailed} />
    </>
  );
}
