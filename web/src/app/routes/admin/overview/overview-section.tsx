import { useQuery } from '@tanstack/react-query';
import { CreditCard, HardDrive, Package, Users } from 'lucide-react';
import { useDeferredValue, useState, useEffect } from 'react';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { StatPanes } from '@/components/ui/stat-panes.js';
import { twoFactorStatusQuery } from '@/features/admin-two-factor/api.js';
import { TestCode } from '@/features/admin-two-factor/components/test-code.js';
import { adminPaymentMethodsQuery, productsQuery } from '@/features/billing/admin/api.js';
import { adminInstallsQuery } from '@/features/installs/admin/api.js';
import { LatestInstalls } from '@/features/installs/admin/latest-installs.js';
import { Checklist } from '@/features/operations/components/checklist.js';
import { adminUsersQuery } from '@/features/users/api.js';
import { adminWindowsVersionsQuery } from '@/features/windows-images/api.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { FIRST_PAGE } from '@/lib/navigation/use-filters.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { commonMessages } from '@/messages/common.js';
import type { AdminSectionProps } from '../admin-locations.js';
import { AttentionPanel } from './attention-panel.js';
import { Trends, useTrends } from './trends.js';
import { useAttentionItems } from './use-attention-items.js';

/**
 * Set-up card while steps are missing, attention panel, totals, charts and latest installs. A figure whose call failed is a dash;
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

  const attention = useAttentionItems();
  const settled = useSettled([...attention.queries, twoFactor, versions]);
  // Lets slow devices draw the visible part first.
  const renderAll = useDeferredValue(settled, false);

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
        </>
      )}
    </>
  );
}

const MAX_WAIT_MS = 2_000;

/**
 * Returns whether each query has succeeded or failed once, or two seconds have passed. Never returns to false: content
 * that mounts afterwards repeats failed queries, and replacing it by the skeleton would repeat them endlessly.
 */
function useSettled(queries: readonly { isPending: boolean }[]): boolean {
  const [done, setDone] = useState(false);
  const settled = queries.every(({ isPending }) => !isPending);
  if (settled && !done) setDone(true);
  useEffect(() => {
    if (done) return;
    const timer = setTimeout(() => setDone(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return done;
}
