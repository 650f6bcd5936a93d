import { SectionHead } from '@/components/ui/section-head.js';
import { Desktops } from '@/features/install/admin/desktops.js';
import { t } from '@/lib/messages.js';
import { adminDesktopMessages } from '@/messages/admin-desktops.js';
import { adminMessages } from '@/messages/admin.js';

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
