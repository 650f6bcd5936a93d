import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { HomeLink, LogoMark } from './logo.js';

/**
 * Sidebar: 240 px wide, an icon rail of 56 px on screens of 1024 to 1279 px, and a sheet on narrower screens
 * (menu-sheet.tsx).
 */
export function SidebarFrame({
  badge,
  foot,
  children,
}: {
  /** Shown next to the name if there is room. */
  badge?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    <aside className="hidden lg:flex flex-col w-14 xl:w-60 shrink-0 bg-sidebar border-r border-sidebar-border sticky top-0 h-dvh">
      <div className="flex items-center h-14 px-4 max-xl:px-0 max-xl:justify-center border-b border-sidebar-border">
        <Link
          className="home-mark xl:hidden rounded-sm"
          to={paths.landing}
          aria-label={t(commonMessages).home}
        >
          <LogoMark size={22} />
        </Link>
        <span className="inline-flex max-xl:hidden flex-1">
          <HomeLink size={22} />
        </span>
        {badge && <span className="inline-flex max-xl:hidden">{badge}</span>}
      </div>
      {children}
      {foot && <div className="mt-auto p-2.5 flex flex-col gap-0.5">{foot}</div>}
    </aside>
  );
}
