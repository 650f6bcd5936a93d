import { useCallback, useEffect, useState } from 'react';
import { AppFrame } from '@/components/layout/app-frame.js';
import { SectionNav } from '@/components/layout/section-nav.js';
import { SidebarFrame } from '@/components/layout/sidebar-frame.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { t } from '@/messages/i18n.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import {
  initialHistoryState,
  useHistoryDialog,
  useSection,
  useVisitKey,
} from '@/lib/navigation/history-state.js';
import { twoFactorSetupRequired } from '@/lib/api/two-factor-event.js';
import { toast } from '@/lib/toast/toast.js';
import { adminTwoFactorMessages } from '@/messages/admin/users/admin-two-factor.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { AdminTopbar } from './admin-topbar.js';
import type { AdminSection } from './admin-locations.js';
import { ADMIN_SECTIONS, componentOf, prefetchSection } from './sections.js';
import { useAdminPrefetch } from './use-admin-prefetch.js';

const AnnouncementBanner = lazyComponent(
  () => import('@/features/announcements/announcement-banner.js'),
);
const AdminMenu = lazyDialog(() => import('./admin-menu.js'));
const Palette = lazyDialog(() => import('./palette/palette.js'));

const FIRST_SECTION = 'dashboard';

/** Prefetches the section restored after a reload, or the first section. */
export const prefetchFirstSection = (): Promise<object | undefined> =>
  prefetchSection((initialHistoryState()['section'] as AdminSection | undefined) ?? FIRST_SECTION);

/** Detects missing two-factor. Where it is required, no other section opens until it is set up. */
function useTwoFactorSetupRequired(
  section: AdminSection,
  onSection: (section: AdminSection) => void,
): void {
  useEffect(() => {
    if (section === '2fa') return;
    return twoFactorSetupRequired.subscribe(() => {
      const m = t(adminTwoFactorMessages);
      toast({ title: m.required, description: m.requiredHelp, tone: 'destructive' });
      onSection('2fa');
    });
  }, [section, onSection]);
}

/** Frame of the admin area: sections, User View, Sign Out. */
export default function AdminShell() {
  const m = t(adminMessages);
  const [section, setSection] = useSection<AdminSection>(ADMIN_SECTIONS, FIRST_SECTION);
  const visit = useVisitKey();
  const menu = useHistoryDialog('menu');
  const [paletteOpen, setPaletteOpen] = useState(false);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  usePaletteKey(openPalette, Palette.preload);
  useAdminPrefetch();
  useTwoFactorSetupRequired(section, setSection);

  const navigation = {
    sections: ADMIN_SECTIONS,
    labels: m.sections,
    section,
    onSection: setSection,
    onIntent: (intended: AdminSection) => void prefetchSection(intended),
  };
  const Section = componentOf(section);
  return (
    <>
      <AppFrame
        section={`${section}-${visit}`}
        title={m.sections[section]}
        sidebar={
          <SidebarFrame badge={<span className="badge t-neutral">{m.area}</span>}>
            <SectionNav {...navigation} rail />
          </SidebarFrame>
        }
        banner={<AnnouncementBanner />}
        topbar={
          <AdminTopbar
            title={m.sections[section]}
            onMenu={() => menu.open(true)}
            onGoTo={openPalette}
            onGoToIntent={Palette.preload}
          />
        }
      >
        {Section && <Section key={visit} onSection={setSection} />}
      </AppFrame>
      {paletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
      {menu.of && <AdminMenu {...navigation} onClose={menu.close} />}
    </>
  );
}

/**
 * Handles Ctrl-K (Cmd-K on a Mac). Ignored while a dialog is open because it may hold unsaved input. Calls `intend`
 * when Ctrl goes down, so that letters typed right after K are not lost while the palette is fetched.
 */
function usePaletteKey(open: () => void, intend: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') intend();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (!document.querySelector('[role="dialog"]')) open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, intend]);
}
