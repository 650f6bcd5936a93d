import { MonitorCheck } from 'lucide-react';
import { Daylight } from '@/components/layout/daylight.js';
import { LanguageToggle } from '@/components/layout/language-toggle.js';
import { HomeLink } from '@/components/layout/logo.js';
import { ThemeToggle } from '@/components/layout/theme-toggle.js';
import { Button, ButtonLink } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { paths } from '@/config/paths.js';
import { usePublicConfig } from '@/config/public-config.js';
import { FactStrip } from '@/features/landing/fact-strip.js';
import { Scene } from '@/features/landing/scene.js';
import { formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { LazyRegion } from '@/components/ui/feedback/lazy-region.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { usePageTitle } from '@/lib/navigation/page-title.js';
import { useSession } from '@/lib/session/session.js';
import { landingMessages } from '@/messages/landing.js';
import '@/styles/scene.css';

const LegalLinks = lazyComponent(() => import('@/components/layout/legal-links.js'));
const loadLearnMore = () => import('@/features/landing/learn-more-dialog.js');
const LearnMoreDialog = lazyDialog(loadLearnMore);
const TermsDialog = lazyDialog(() => import('@/features/auth/components/terms-dialog.js'));

/** SPEC §1: introduces the product and links to login and registration. */
export default function LandingRoute() {
  const m = t(landingMessages);
  const learning = useHistoryDialog('learn-more');
  const { isAuthenticated, requiresEmail } = useSession();
  const signedIn = isAuthenticated && !requiresEmail;
  usePageTitle(m.headline);
  const prefetch = () => void loadLearnMore().catch(() => undefined);

  return (
    <div className="wall min-h-dvh flex flex-col pb-12 max-sm:pb-16 max-md:has-[footer_[href*=legal]]:pb-28">
      <Daylight className="light-hero" />
      <header className="flex items-center gap-2 h-16 px-4 lg:px-10 max-w-[1320px] w-full mx-auto">
        <HomeLink />
        <span className="flex-1" />
        <LanguageToggle />
        <ThemeToggle />
        {/* Has room for both labels, because the session is known only after the first paint. */}
        <ButtonLink className="min-w-[104px]" to={signedIn ? paths.dashboard : paths.login}>
          {signedIn ? m.dashboard : m.login}
        </ButtonLink>
      </header>
      <main className="flex-1 w-full flex flex-col">
        <div className="flex-1 w-full max-w-[1320px] mx-auto px-4 lg:px-10 flex flex-col lg:flex-row items-center gap-8 lg:gap-6 pt-6 lg:pt-0">
          <section className="flex-1 max-w-[560px]">
            <span className="badge t-active h-7! px-2.5! text-sm!">
              <MonitorCheck className="ic" aria-hidden />
              <span data-text="badge">{m.badge}</span>
            </span>
            <h1 data-text="headline" className="text-display font-[640]! tracking-[-0.035em]! mt-5">
              {m.headline}
            </h1>
            <p data-text="note" className="text-lg text-muted-foreground mt-5 max-w-[44ch]">
              {m.note}
            </p>
            <Price />
            <div className="flex gap-3 mt-5">
              <ButtonLink variant="primary" size="lg" to={paths.register}>
                <span data-text="getStarted">{m.getStarted}</span>
              </ButtonLink>
              <Button
                size="lg"
                aria-haspopup="dialog"
                onPointerEnter={prefetch}
                onFocus={prefetch}
                onClick={() => learning.open(true)}
              >
                <span data-text="learnMore">{m.learnMore}</span>
              </Button>
            </div>
          </section>
          <Scene />
        </div>
        <FactStrip />
      </main>
      <Footer />
      {learning.of && <LearnMoreDialog onClose={learning.close} />}
    </div>
  );
}

/** The line is empty without a product. It keeps its height, because the price arrives after the first paint. */
function Price() {
  const m = t(landingMessages);
  const { price } = usePublicConfig();
  return (
    <p className="min-h-6 mt-5 text-lg font-[560] num">
      {price && m.price(formatRupiah(price.amount))}
      {price?.bulk && m.bulkPrice(formatRupiah(price.bulk.amount), price.bulk.quantity)}
    </p>
  );
}

/** The copyright line (SPEC §1), and every link below the page. Left-aligned, so that links can appear without a shift. */
function Footer() {
  const m = t(landingMessages);
  const terms = useHistoryDialog('terms');
  const { statusPageUrl, supportEmail, supportChatUrl } = usePublicConfig();
  const links = [
    { label: m.status, href: statusPageUrl },
    { label: m.contact, href: supportEmail ? `mailto:${supportEmail}` : supportChatUrl },
  ];
  return (
    <footer className="fixed bottom-0 inset-x-0 min-h-12 max-sm:min-h-16 border-t bg-background text-sm text-muted-foreground z-10">
      <div className="min-h-[inherit] max-w-[1320px] mx-auto px-4 lg:px-10 flex items-center gap-x-5 max-sm:flex-col max-sm:items-start max-sm:justify-center">
        {m.copyright(new Date().getFullYear())}
        <nav aria-label={m.links} className="flex flex-wrap gap-x-5">
          <button
            type="button"
            className="link py-1"
            aria-haspopup="dialog"
            onClick={() => terms.open(true)}
          >
            {m.terms}
          </button>
          {links.map(
            ({ label, href }) =>
              href && (
                <a key={label} className="link py-1" href={href}>
                  {label}
                </a>
              ),
          )}
          <LazyRegion of={LegalLinks} failed={null}>
            <LegalLinks />
          </LazyRegion>
        </nav>
      </div>
      {terms.of && <TermsDialog onClose={terms.close} />}
    </footer>
  );
}
