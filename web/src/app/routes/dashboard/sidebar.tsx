import { Activity, ArrowUpRight, Plus } from 'lucide-react';
import { SectionNav, type SectionNavProps } from '@/components/layout/section-nav.js';
import { SidebarFrame } from '@/components/layout/sidebar-frame.js';
import { SignOutLink } from '@/components/layout/sign-out-link.js';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { usePublicConfig } from '@/config/public-config.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { SECTIONS, type Section } from './sections.js';

export interface NavigationProps extends SectionNavProps<Section> {
  /** Display text: the figure, or a dash if unknown. */
  quota: string;
  onTopup: () => void;
}

export function Sidebar({ quota, onTopup, ...navigation }: NavigationProps) {
  const m = t(dashboardMessages);
  return (
    <SidebarFrame
      foot={
        <>
          <Button
            icon
            className="xl:hidden num w-9! mb-1"
            aria-label={m.quotaTopup(quota)}
            title={m.quotaTopup(quota)}
            onClick={onTopup}
          >
            {quota}
          </Button>
          <div className="max-xl:hidden">
            <QuotaCard quota={quota} onTopup={onTopup} />
          </div>
          <ExternalLinks rail />
        </>
      }
    >
      <Navigation {...navigation} rail />
    </SidebarFrame>
  );
}

export function Navigation(props: SectionNavProps<Section> & { rail?: boolean }) {
  return <SectionNav {...props} sections={SECTIONS} labels={t(dashboardMessages).sections} />;
}

export function QuotaCard({ quota, onTopup }: { quota: string; onTopup: () => void }) {
  const m = t(dashboardMessages);
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

/** Links out of the dashboard: the status page, if configured, and Logout. */
export function ExternalLinks({ rail }: { rail?: boolean }) {
  const m = t(dashboardMessages);
  const { statusPageUrl } = usePublicConfig();
  return (
    <>
      {statusPageUrl && (
        <a
          className={cn('navlink', rail && 'rail')}
          href={statusPageUrl}
          target="_blank"
          rel="noreferrer"
          title={m.statusPage}
        >
          <Activity className="ic" />
          <span className="flex-1">
            {m.statusPage}
            <span className="sr-only"> {t(commonMessages).opensNewWindow}</span>
          </span>
          <ArrowUpRight className={cn('ic ic-sm', rail && 'max-xl:hidden')} />
        </a>
      )}
      <SignOutLink label={m.logout} rail={rail} />
    </>
  );
}
