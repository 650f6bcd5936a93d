import { House, Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button.js';
import { paths } from '@/config/paths.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { HomeLink } from './logo.js';
import { ThemeToggle } from './theme-toggle.js';

/**
 * Header of a screen with sections: current section, the screen's buttons, the theme and the account. Phones have the
 * theme in the account menu.
 */
export function TopbarFrame({
  title,
  onMenu,
  bell,
  account,
  children,
}: {
  title: string;
  onMenu: () => void;
  bell: ReactNode;
  account: ReactNode;
  children: ReactNode;
}) {
  const m = t(commonMessages);
  return (
    <header className="flex items-center gap-2 h-14 px-4 lg:px-8 border-b bg-background sticky top-0 z-10">
      <Button
        variant="ghost"
        icon
        className="lg:hidden -ml-2"
        aria-label={m.menu}
        aria-haspopup="dialog"
        onClick={onMenu}
      >
        <Menu className="ic ic-lg" />
      </Button>
      <span className="inline-flex lg:hidden">
        <HomeLink size={20} />
      </span>
      <div className="hidden lg:flex items-center gap-2 text-sm text-muted-foreground">
        <Link to={paths.landing} className="rounded-sm" aria-label={m.home}>
          <House className="ic" />
        </Link>
        <span aria-hidden>/</span>
        <span className="text-foreground font-[560]">{title}</span>
      </div>
      <span className="flex-1" />
      {children}
      {bell}
      <span className="max-sm:hidden">
        <ThemeToggle />
      </span>
      {account}
    </header>
  );
}
