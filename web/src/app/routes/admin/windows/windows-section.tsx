import { WindowsVersions } from '@/features/install/admin/windows-versions.js';
import { t } from '@/lib/messages.js';
import { adminMessages } from '@/messages/admin.js';

export default function WindowsSection() {
  const m = t(adminMessages);
  return <WindowsVersions title={m.sections.windows} failed={m.loadFailed} />;
}
