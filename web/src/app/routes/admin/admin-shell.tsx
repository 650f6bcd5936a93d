import { useState } from 'react';
import { AppFrame } from '@/components/layout/app-frame.js';
import { LanguageLink } from '@/components/layout/language-toggle.js';
import { SectionNav } from '@/components/layout/section-nav.js';
import { SidebarFrame } from '@/components/layout/sidebar-frame.js';
import { lazyDialog } from '@/components/ui/lazy-dialog.js';
import { t } from '@/lib/messages.js';
import { useSession } from '@/lib/session.js';
import { adminMessages } from '@/messages/admin.js';
import { AdminTopbar } from './admin-topbar.js';
import { ADMIN_SECTIONS, componentOf, prefetchSection, type AdminSection } from './sections.js';
import { useEntryLoad } from './use-entry-load.js';

const AdminMenu = lazyDialog(() => import('./admin-menu.js'));

/** The admin area's frame: sections, User View, Sign Out. */
export default function AdminShell() {
  const m = t(adminMessages);
  const { user } = useSession();
  const [section, setSection] = useState<AdminSection>('dashboard');
  const [menuOpen, setMenuOpen] = useState(false);
  useEntryLoad();

  const navigation = {
    sections: ADMIN_SECTIONS,
    labels: m.sections,
    section,
    onSection: setSection,
    onIntent: prefetchSection,
  };
  const Section = componentOf(section);
  return (
    <>
      <AppFrame
        section={section}
        title={m.sections[section]}
        sidebar={
          <SidebarFrame
            badge={<span className="badge t-neutral">{m.area}</span>}
            foot={<LanguageLink rail />}
          >
            <SectionNav {...navigation} rail />
          </SidebarFrame>
        }
        topbar={
          <AdminTopbar
            title={m.sections[section]}
            username={user?.username ?? ''}
            onMenu={() => setMenuOpen(true)}
          />
        }
      >
        {Section && <Section onSection={setSection} />}
      </AppFrame>
      {menuOpen && <AdminMenu {...navigation} onClose={() => setMenuOpen(false)} />}
    </>
  );
}
