import { WindowsVersions } from '@/features/install/admin/windows-versions.js';
import { say } from '@/lib/messages.js';
import { adminTexts } from '@/messages/admin.js';

export default function WindowsSection() {
  const m = say(adminTexts);
  return <WindowsVersions title={m.sections.windows} failed={m.loadFailed} />;
}
