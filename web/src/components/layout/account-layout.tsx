import type { ReactNode } from 'react';
import { prefetchToasterAtTouch } from '@/components/ui/feedback/toast-host.js';
import { usePageTitle } from '@/lib/navigation/page-title.js';
import { Daylight } from './daylight.js';
import { LanguageToggle } from './language-toggle.js';
import { HomeLink } from './logo.js';
import { ThemeToggle } from './theme-toggle.js';

export function AccountLayout({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="wall min-h-dvh flex flex-col" {...prefetchToasterAtTouch}>
      <Daylight className="light-auth" />
      <header className="flex items-center gap-2 h-16 px-4 lg:px-10 max-w-[1320px] w-full mx-auto">
        <HomeLink />
        <span className="flex-1" />
        <LanguageToggle />
        <ThemeToggle />
      </header>
      <main className="flex-1 flex items-center justify-center px-4 pb-16">
        <div className="frame w-full min-w-0 max-w-[400px] p-6 sm:p-7 shadow-popover!">
          {children}
        </div>
      </main>
    </div>
  );
}
