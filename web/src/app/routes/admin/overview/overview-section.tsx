import { useQuery } from '@tanstack/react-query';
import { CreditCard, HardDrive, Package, ShieldAlert, Users, type LucideIcon } from 'lucide-react';
import { useDeferredValue, useState, useEffect } from 'react';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { Note } from '@/components/ui/note.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { StatPanes } from '@/components/ui/stat-panes.js';
import { twoFactorStatusQuery } from '@/features/two-factor/api.js';
import { TestCode } from '@/features/two-factor/components/test-code.js';
import { adminPaymentMethodsQuery, productsQuery } from '@/features/billing/admin/api.js';
import { LatestTopups } from '@/features/billing/admin/latest-topups.js';
import { adminInstallsQuery } from '@/features/installs/admin/api.js';
import { LatestInstalls } from '@/features/installs/admin/latest-installs.js';
import { Checklist } from '@/features/operations/components/checklist.js';
import { adminUsersQuery } from '@/features/users/api.js';
import { useOpenUser } from '@/features/users/open-user.js';
import { adminWindowsVersionsQuery } from '@/features/windows-images/api.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { FIRST_PAGE } from '@/lib/navigation/use-filters.js';
import { useScrollIntoView } from '@/lib/navigation/use-scroll-into-view.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { commonMessages } from '@/messages/common.js';
import type { AdminSectionProps } from '../admin-locations.js';
import { AttentionPanel } from './attention-panel.js';
import { Trends, useTrends } from './trends.js';
import { useAttentionItems } from './use-attention-items.js';

/**
 * Attention panel, setup checklist, totals, latest installs and latest top-ups. A figure whose call failed is a dash;
 * its section shows the reason.
 */
export default function OverviewSection({ onSection }: AdminSectionProps) {
  const { overview: m, sections, loadFailed } = t(adminMessages);
  const users = useQuery(adminUsersQuery(FIRST_PAGE));
  const installs = useQuery(adminInstallsQuery(FIRST_PAGE));
  const products = useQuery(productsQuery);
  const methods = useQuery(adminPaymentMethodsQuery);
  const versions = useQuery(adminWindowsVersionsQuery);
  const twoFactor = useQuery(twoFactorStatusQuery);
  const trends = useTrends();
  const openUser = useOpenUser();

  const attention = useAttentionItems();
  const settled = useSettled([...attention.queries, twoFactor, versions]);
  // A link to a payment sets this search, so that the list contains the payment.
  const [{ search }] = useHistoryState<{ search?: string }>('filter:topups', {});
  const [fromLink] = useState(Boolean(search));
  // Lets slow devices draw the visible part first.
  const renderAll = useDeferredValue(settled, false);
  const topups = useScrollIntoView(fromLink, renderAll);

  // The panel is above all other content and would push it down if it appeared later.
  if (!settled) {
    return (
      <>
        <SectionHead title={sections.dashboard} />
        <RowsSkeleton label={t(commonMessages).loading} />
      </>
    );
  }

  const figure = (value: number | undefined) => (value === undefined ? '–' : formatFigure(value));
  return (
    <>
      {twoFactor.data?.enabled === false && (
        <Attention
          icon={ShieldAlert}
          label={m.twoFactorOff}
          help={m.twoFactorOffHelp}
          action={m.setUp}
          onAction={() => onSection('2fa')}
        />
      )}
      {versions.data?.every(({ available }) => !available) && (
        <Attention
          icon={HardDrive}
          label={m.nothingInstallable}
          help={m.nothingInstallableHelp}
          action={m.toImages}
          onAction={() => onSection('windows')}
        />
      )}
      <SectionHead title={sections.dashboard} />
      <Checklist
        permanent
        twoFactor={twoFactor.isError ? undefined : twoFactor.data?.enabled}
        twoFactorTest={<TestCode />}
        onNavigate={onSection}
      />
      <AttentionPanel {...attention} />
      <StatPanes
        panes={[
          { icon: Users, term: m.users, value: figure(users.data?.meta.total) },
          {
            icon: HardDrive,
            term: m.installs,
            value: figure(installs.data?.meta.total),
            help: versions.data
              ? m.versions(
                  versions.data.filter(({ available }) => available).length,
                  versions.data.length,
                )
              : '',
          },
          { icon: Package, term: m.products, value: figure(products.data?.length) },
          {
            icon: CreditCard,
            term: m.methods,
            value: figure(methods.data?.length),
            help: methods.data
              ? m.enabledOf(
                  methods.data.filter(({ is_enabled }) => is_enabled).length,
                  methods.data.length,
                )
              : '',
          },
        ]}
      />
      {renderAll && (
        <>
          <Trends {...trends} />
          <LatestInstalls
            query={installs}
            title={m.latestInstalls}
            failed={loadFailed}
            viewAll={m.viewAll}
            onViewAll={() => onSection('installs')}
          />
          <div ref={topups}>
            <LatestTopups onUser={openUser} />
          </div>
        </>
      )}
    </>
  );
}

function Attention({
  icon,
  label,
  help,
  action,
  onAction,
}: {
  icon: LucideIcon;
  label: string;
  help: string;
  action: string;
  onAction: () => void;
}) {
  return (
    <Note tone="warning" icon={icon} className="mb-5">
      <b className="font-[580]">{label}</b> {help}{' '}
      <button
        type="button"
        className="font-[580] underline underline-offset-4 whitespace-nowrap rounded-sm"
        onClick={onAction}
      >
        {action}
      </button>
    </Note>
  );
}

const MAX_WAIT_MS = 2_000;

/** Returns whether each query has succeeded or failed. Stops waiting for an unresponsive query after two seconds. */
function useSettled(queries: readonly { isPending: boolean }[]): boolean {
  const [timedOut, setTimedOut] = useState(false);
  const settled = queries.every(({ isPending }) => !isPending);
  useEffect(() => {
    if (settled) return;
    const timer = setTimeout(() => setTimedOut(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [settled]);
  return settled || timedOut;
}
