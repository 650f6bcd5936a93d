import type { InstallRecord } from '@casement/proto/http/install.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../../../components/ui/error-boundary.js';
import { ErrorState } from '../../../components/ui/states.js';
import { usePrefetchToaster } from '../../../components/ui/toast-host.js';
import { dashboardQuery } from '../../../features/account/api/dashboard-query.js';
import type { PaymentRequest } from '../../../features/billing/pay-from-history.js';
import { useInstallWatch } from '../../../features/install/use-install-watch.js';
import { messageOf } from '../../../lib/api-error.js';
import { formatFigure } from '../../../lib/format.js';
import { say } from '../../../lib/messages.js';
import { usePageTitle } from '../../../lib/page-title.js';
import { logout, useSession } from '../../../lib/session.js';
import { useFailureToast } from '../../../lib/use-failure-toast.js';
import { dashboardTexts } from '../../../messages/dashboard.js';
import {
  InstallHistorySection,
  InstallSection,
  prefetchSection,
  SettingsSection,
  TopupHistorySection,
} from './lazy-sections.js';
import { DashboardLoading } from './loading.js';
import { Overview } from './overview.js';
import type { Section } from './sections.js';
import { Sidebar } from './sidebar.js';
import { Topbar } from './topbar.js';

const MobileMenu = lazy(() => import('./mobile-menu.js'));
const PaymentFlow = lazy(() => import('../../../features/billing/components/payment-flow.js'));
const RdpDialog = lazy(() => import('../../../features/install/components/rdp-dialog.js'));

const quotaKey = dashboardQuery.queryKey;

export function Shell() {
  const m = say(dashboardTexts);
  const { user } = useSession();
  const queries = useQueryClient();
  const [section, setSection] = useState<Section>('dashboard');
  const [menuOpen, setMenuOpen] = useState(false);
  const [payment, setPayment] = useState<PaymentRequest | null>(null);
  const [connectTo, setConnectTo] = useState<InstallRecord | null>(null);
  const [loggingOut, setLoggingOut] = useState(false);
  const main = useRef<HTMLElement>(null);

  const dashboard = useQuery(dashboardQuery);
  useFailureToast(dashboard, m.loadFailed, m.loadFailedHelp);
  const refreshDashboard = useCallback(() => {
    void queries.invalidateQueries({ queryKey: quotaKey });
  }, [queries]);
  const watching = section === 'dashboard' || section === 'install-history';
  const installs = useInstallWatch(watching, refreshDashboard);

  usePageTitle(m.sections[section]);
  usePrefetchToaster();

  // A new section begins at its top, and the keyboard goes on from there.
  const shownBefore = useRef(section);
  useEffect(() => {
    if (shownBefore.current === section) return;
    shownBefore.current = section;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [section]);

  const closePayment = useCallback(() => setPayment(null), []);
  const newTopup = () => setPayment({ kind: 'new' });
  const data = dashboard.data;
  const quota = data ? formatFigure(data.stats.quota) : '–';
  const navigation = {
    section,
    quota,
    loggingOut,
    onSection: setSection,
    onIntent: prefetchSection,
    onTopup: newTopup,
    onLogout: () => {
      setLoggingOut(true);
      void logout();
    },
  };

  const content = () => {
    if (section === 'install-history') {
      return (
        <InstallHistorySection onInstall={() => setSection('install')} onConnect={setConnectTo} />
      );
    }
    if (section === 'topup-history') return <TopupHistorySection onPayment={setPayment} />;
    if (data && section === 'install') {
      return (
        <InstallSection
          quota={data.stats.quota}
          quotaKey={quotaKey}
          onTopup={newTopup}
          onStarted={() => setSection('install-history')}
        />
      );
    }
    if (data && section === 'settings') return <SettingsSection user={data.user} />;
    if (data) {
      return (
        <Overview
          data={data}
          installs={installs}
          onTopup={newTopup}
          onInstall={() => setSection('install')}
          onViewAll={() => setSection('install-history')}
          onConnect={setConnectTo}
        />
      );
    }
    if (!dashboard.isError) return <DashboardLoading />;
    return (
      <ErrorState
        title={m.loadFailedTitle}
        help={messageOf(dashboard.error, m.loadFailedHelp)}
        error={dashboard.error}
        onRetry={() => void dashboard.refetch()}
      />
    );
  };

  return (
    <div className="flex min-h-dvh">
      <Sidebar {...navigation} />
      <div className="flex-1 min-w-0 flex flex-col">
        <Topbar
          title={m.sections[section]}
          quota={quota}
          username={user?.username ?? ''}
          onMenu={() => setMenuOpen(true)}
          onTopup={newTopup}
        />
        <main
          ref={main}
          tabIndex={-1}
          className="flex-1 px-4 lg:px-8 py-5 lg:py-6 w-full max-w-[1200px] outline-none!"
        >
          <ErrorBoundary key={section}>
            <Suspense fallback={null}>{content()}</Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <Suspense fallback={null}>
        {menuOpen && <MobileMenu {...navigation} onClose={() => setMenuOpen(false)} />}
        {payment && <PaymentFlow request={payment} quotaKey={quotaKey} onClose={closePayment} />}
        {connectTo && <RdpDialog install={connectTo} onClose={() => setConnectTo(null)} />}
      </Suspense>
    </div>
  );
}
