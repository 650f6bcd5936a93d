import { MonitorCheck } from 'lucide-react';
import { Suspense } from 'react';
import { Daylight } from '@/components/layout/daylight.js';
import { LanguageToggle } from '@/components/layout/language-toggle.js';
import { HomeLink } from '@/components/layout/logo.js';
import { ThemeToggle } from '@/components/layout/theme-toggle.js';
import { Button, ButtonLink } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { paths } from '@/config/paths.js';
import { FactStrip } from '@/features/landing/fact-strip.js';
import { Scene } from '@/features/landing/scene.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { usePageTitle } from '@/lib/navigation/page-title.js';
import { landingMessages } from '@/messages/landing.js';
import '@/styles/scene.css';

const LegalLinks = lazyComponent(() => import('@/components/layout/legal-links.js'));
const loadLearnMore = () => import('@/features/landing/learn-more-dialog.js');
const LearnMoreDialog = lazyDialog(loadLearnMore);

/** SPEC §1: introduces the product and links to login and registration. */
export default function LandingRoute() {
  const m = t(landingMessages);
  const learning = useHistoryDialog('learn-more');
  usePageTitle(m.headline);
  const prefetch = () => void loadLearnMore().catch(() => undefined);

  return (
    <div className="wall min-h-dvh flex flex-col pb-12 max-md:has-[footer_a]:pb-24">
      <Daylight className="light-hero" />
      <header className="flex items-center gap-2 h-16 px-4 lg:px-10 max-w-[1320px] w-full mx-auto">
        <HomeLink />
        <span className="flex-1" />
        <LanguageToggle />
        <ThemeToggle />
        <ButtonLink to={paths.login}>{m.login}</ButtonLink>
      </header>
      <main className="flex-1 w-full flex flex-col">
        <div className="flex-1 w-full max-w-[1320px] mx-auto px-4 lg:px-10 flex flex-col lg:flex-row items-center gap-8 lg:gap-6 pt-6 lg:pt-0">
          <section className="flex-1 max-w-[560px]">
            <span className="badge t-active h-7! px-2.5! text-sm!">
              <MonitorCheck className="ic" aria-hidden />
              {m.badge}
            </span>
            <h1 className="text-display font-[640]! tracking-[-0.035em]! mt-5">{m.headline}</h1>
            <p className="text-lg text-muted-foreground mt-5 max-w-[44ch]">{m.note}</p>
            <div className="flex gap-3 mt-7">
              <ButtonLink variant="primary" size="lg" to={paths.register}>
                {m.getStarted}
              </ButtonLink>
              <Button
                size="lg"
                aria-haspopup="dialog"
                onPointerEnter={prefetch}
                onFocus={prefetch}
                onClick={() => learning.open(true)}
              >
                {m.learnMore}
              </Button>
            </div>
          </section>
          <Scene />
        </div>
        <FactStrip />
      </main>
      <footer className="fixed bottom-0 inset-x-0 min-h-12 py-2 px-4 flex flex-wrap items-center justify-center gap-x-5 gap-y-1 border-t bg-background text-sm text-muted-foreground z-10">
        {m.copyright(new Date().getFullYear())}
        <Suspense>
          <LegalLinks />
        </Suspense>
      </footer>
      {learning.of && <LearnMoreDialog onClose={learning.close} />}
    </div>
  );
}
