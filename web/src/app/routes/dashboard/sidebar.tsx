import { Activity, ArrowUpRight, LogOut, Plus } from 'lucide-react';
import { HomeLink, LogoMark } from '../../../components/layout/logo.js';
import { Button } from '../../../components/ui/button.js';
import { cn } from '../../../components/ui/class-names.js';
import { paths } from '../../../config/paths.js';
import { usePublicConfig } from '../../../config/public-config.js';
import { say } from '../../../lib/messages.js';
import { commonTexts } from '../../../messages/common.js';
import { dashboardTexts } from '../../../messages/dashboard.js';
import { Link } from 'react-router-dom';
import { SECTIONS, type Section } from './sections.js';

export interface NavigationProps {
  section: Section;
  /** As text: the figure, or a dash while it is not known. */
  quota: string;
  loggingOut: boolean;
  onSection: (section: Section) => void;
  onIntent: (section: Section) => void;
  onTopup: () => void;
  onLogout: () => void;
}

/** 240 px wide, an icon rail of 56 from 1024 to 1279, and below that a sheet (see mobile-menu.tsx). */
export function Sidebar(props: NavigationProps) {
  const m = say(dashboardTexts);
  return (
    <aside className="hidden lg:flex flex-col w-14 xl:w-60 shrink-0 bg-sidebar border-r border-sidebar-border sticky top-0 h-dvh">
      <div className="flex items-center h-14 px-4 max-xl:px-0 max-xl:justify-center border-b border-sidebar-border">
        <Link
          className="xl:hidden rounded-sm"
          to={paths.landing}
          aria-label={say(commonTexts).home}
        >
          <LogoMark size={22} />
        </Link>
        <span className="inline-flex max-xl:hidden">
          <HomeLink size={22} />
        </span>
      </div>
      <Navigation {...props} rail />
      <div className="mt-auto p-2.5 flex flex-col gap-0.5">
        <Button
          icon
          className="xl:hidden num w-9! mb-1"
          aria-label={m.quotaTopup(props.quota)}
          title={m.quotaTopup(props.quota)}
          onClick={props.onTopup}
        >
          {props.quota}
        </Button>
        <div className="max-xl:hidden">
          <QuotaCard quota={props.quota} onTopup={props.onTopup} />
        </div>
        <OutLinks {...props} rail />
      </div>
    </aside>
  );
}

/** The sections. In a `rail` the words are there for screen readers and as a tooltip only. */
export function Navigation(props: NavigationProps & { rail?: boolean }) {
  const m = say(dashboardTexts);
  return (
    <nav className="flex flex-col gap-0.5 p-2.5 overflow-auto" aria-label={m.sidebar}>
      {SECTIONS.map(({ name, icon: Icon }) => (
        <button
          key={name}
          type="button"
          className={cn('navlink', name === props.section && 'on', props.rail && 'rail')}
          aria-current={name === props.section ? 'page' : undefined}
          title={m.sections[name]}
          onPointerEnter={() => props.onIntent(name)}
          onFocus={() => props.onIntent(name)}
          onClick={() => props.onSection(name)}
        >
          <Icon className="ic" />
          <span className="flex-1 truncate">{m.sections[name]}</span>
        </button>
      ))}
    </nav>
  );
}

export function QuotaCard({ quota, onTopup }: { quota: string; onTopup: () => void }) {
  const m = say(dashboardTexts);
  return (
    <div className="frame p-3 mb-2">
      <div className="flex items-baseline justify-between">
        <span className="text-xs text-muted-foreground">{m.currentQuota}</span>
        <span className="num text-xl font-[620] tracking-tight" data-testid="quota">
          {quota}
        </span>
      </div>
      <p className="text-xs text-muted-foreground mb-2.5">{m.quotaRule}</p>
      <Button size="sm" className="w-full" onClick={onTopup}>
        <Plus className="ic ic-sm" />
        {m.topup}
      </Button>
    </div>
  );
}

/** The ways out: the status page, where there is one, and Logout. */
export function OutLinks(props: NavigationProps & { rail?: boolean }) {
  const m = say(dashboardTexts);
  const { statusPageUrl } = usePublicConfig();
  return (
    <>
      {statusPageUrl && (
        <a
          className={cn('navlink', props.rail && 'rail')}
          href={statusPageUrl}
          target="_blank"
          rel="noreferrer"
          title={m.statusPage}
        >
          <Activity className="ic" />
          <span className="flex-1">
            {m.statusPage}
            <span className="sr-only"> {say(commonTexts).opensNewWindow}</span>
          </span>
          <ArrowUpRight className={cn('ic ic-sm', props.rail && 'max-xl:hidden')} />
        </a>
      )}
      <button
        type="button"
        className={cn('navlink', props.rail && 'rail')}
        title={m.logout}
        disabled={props.loggingOut}
        onClick={props.onLogout}
      >
        <LogOut className="ic" />
        <span>{m.logout}</span>
      </button>
    </>
  );
}
