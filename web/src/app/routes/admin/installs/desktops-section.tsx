import { SectionHead } from '@/components/ui/section-head.js';
import { Desktops } from '@/features/desktop/admin/desktops.js';
import { t } from '@/lib/i18n/messages.js';
import { adminDesktopMessages } from '@/messages/admin/admin-desktops.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function DesktopsSection() {
  const m = t(adminDesktopMessages);
  return (
    <>
      <SectionHead title={m.title} />
      <p className="text-muted-foreground mb-3">{m.lead}</p>
      <Desktops failed={t(adminMessages).loadFailed} />
    </>
  );
}
