import { WindowsVersions } from '@/features/windows-images/windows-versions.js';
import { t } from '@/lib/i18n/messages.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function WindowsSection() {
  const m = t(adminMessages);
  return <WindowsVersions title={m.sections.windows} failed={m.loadFailed} />;
}
