import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { HELP_DIALOG } from '@/components/installs/help-link.js';
import { AppFrame } from '@/components/layout/app-frame.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { DelayedPlaceholder, Skeleton } from '@/components/ui/feedback/skeleton.js';
import { POLL_MS } from '@/config/limits.js';
import { dashboardQuery } from '@/features/account/api.js';
import { NEW_TOPUP, paymentKey, type PaymentRequest } from '@/features/billing/pay-from-history.js';
import { usePendingPayment } from '@/features/billing/use-pending-payment.js';
import { useInstallWatch } from '@/features/installs/use-install-watch.js';
import { windowsVersionsQuery } from '@/features/vps-check/api.js';
import { targetOf, type InstallTarget } from '@/features/vps-check/install-fields.js';
import { formatFigure, showTimesIn } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { canInstallAgain, isActive } from '@/lib/installs/phases.js';
import { LazyRegion } from '@/components/ui/feedback/lazy-region.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { useHistoryDialog, useNavigateTo, useSection } from '@/lib/navigation/history-state.js';
import { useSession } from '@/lib/session/session.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { DesktopHost } from './desktop/desktop-host.js';
import { Overview } from './overview.js';
import { SECTIONS, type Section } from './sections.js';
import { Sidebar } from './sidebar.js';
import { Topbar } from './topbar.js';
import { useOpenLink } from './use-open-link.js';

const AnnouncementBanner = lazyComponent(
  () => import('@/features/announcements/announcement-banner.js'),
);
const TermsGate = lazyComponent(() => import('@/features/legal/terms-gate.js'));
const InstallSection = lazyComponent(() => import('./installs/install-section.js'));
const InstallHistorySection = lazyComponent(() => import('./installs/install-history-section.js'));
const MachinesSection = lazyComponent(() => import('./installs/machines-section.js'));
const TopupHistorySection = lazyComponent(() => import('./topups/topup-history-section.js'));
const PendingPayment = lazyComponent(() => import('@/features/billing/payment/pending-payment.js'));
const SettingsSection = lazyComponent(() => import('./settings/settings-section.js'));
const HelpSection = lazyComponent(() => import('@/features/help/help-section.js'));

const parts = {
  install: InstallSection,
  'install-history': InstallHistorySection,
  machines: MachinesSection,
  'topup-history': TopupHistorySection,
  settings: SettingsSection,
  help: HelpSection,
};

/** Prefetches a section's code when its link is hovered or focused. */
function prefetchSection(section: Section): void {
  if (section !== 'dashboard') void parts[section].preload();
}

const MobileMenu = lazyDialog(() => import('./mobile-menu.js'));
const DeviceLoginDialog = lazyDialog(
  () => import('@/features/device-login/device-login-dialog.js'),
);
const FailureHelpDialog = lazyDialog(() => import('@/features/help/failure-help-dialog.js'));
const InstallAgainDialog = lazyDialog(() => import('./installs/install-again-dialog.js'));
const ReturnToLinuxDialog = lazyDialog(() => import('./installs/return-to-linux-dialog.js'));
const PaymentFlow = lazyDialog(() => import('@/features/billing/payment/payment-flow.js'));

const quotaKey = dashboardQuery.queryKey;
/** Billing returns a failed install's quota shortly after the status change, because it learns of it by an event. */
const SETTLING_MS = 30_000;

export function Shell() {
  const m = t(dashboardMessages);
  const { user } = useSession();
  showTimesIn(user?.time_zone);
  const queries = useQueryClient();
  useOpenLink();
  const [section, setSection] = useSection<Section>(SECTIONS, 'dashboard');
  const menu = useHistoryDialog('menu');
  const device = useHistoryDialog('device');
  const help = useHistoryDialog<string>(HELP_DIALOG);
  const desktop = useHistoryDialog<string>('desktop');
  const payment = useHistoryDialog<string>('payment');
  const [requested, setRequested] = useState<PaymentRequest | null>(null);
  const [target, setTarget] = useState<InstallTarget | null>(null);

  const settling = useRef(0);
  const dashboard = useQuery({
    ...dashboardQuery,
    refetchInterval: () => (Date.now() < settling.current ? POLL_MS : false),
  });
  useFailureToast(dashboard, m.loadFailed, m.loadFailedHelp);
  const refreshDashboard = useCallback(() => {
    settling.current = Date.now() + SETTLING_MS;
    void queries.invalidateQueries({ queryKey: quotaKey });
  }, [queries]);
  const pending = usePendingPayment(refreshDashboard);
  const watching =
    section === 'dashboard' || section === 'install-history' || section === 'machines';
  const installs = useInstallWatch(watching, refreshDashboard);

  const versions = useQuery({ ...windowsVersionsQuery, enabled: payment.of === NEW_TOPUP });
  const setPayment = (request: PaymentRequest) => {
    setRequested(request);
    payment.open(paymentKey(request));
  };
  const newTopup = () => setPayment({ kind: 'new' });
  const targetTaken = useCallback(() => setTarget(null), []);
  const again = useHistoryDialog<string>('again');
  const toLinux = useHistoryDialog<string>('linux');
  const navigateTo = useNavigateTo();
  const tryAgain = (install: InstallRecord) => {
    if (canInstallAgain(install)) return again.open(install.id);
    setTarget(targetOf(install));
    setSection('install');
  };
  const openDesktop = ({ id }: InstallRecord) => desktop.open(id);
  const data = dashboard.data;
  const showsPending = section === 'topup-history' || (section === 'dashboard' && data);
  const quota = data ? formatFigure(data.stats.quota) : '–';
  const navigation = {
    section,
    quota,
    onSection: setSection,
    onIntent: prefetchSection,
    onTopup: newTopup,
  };

  const content = () => {
    if (section === 'help') return <HelpSection />;
    if (section === 'install-history') {
      return (
        <InstallHistorySection
          running={installs.data?.items.find(isActive)}
          onInstall={() => setSection('install')}
          onTryAgain={tryAgain}
          onDesktop={openDesktop}
        />
      );
    }
    if (section === 'machines') {
      return (
        <MachinesSection
          onInstall={() => setSection('install')}
          onInstallAgain={tryAgain}
          onDesktop={openDesktop}
        />
      );
    }
    if (section === 'topup-history') {
      return pending.loading ? null : <TopupHistorySection onPayment={setPayment} />;
    }
    if (data && section === 'install') {
      return (
        <InstallSection
          quota={data.stats.quota}
          quotaKey={quotaKey}
          onQuotaChange={refreshDashboard}
          target={target}
          onTargetTaken={targetTaken}
          onTopup={newTopup}
          onStarted={() => setSection('install-history')}
        />
      );
    }
    if (data && section === 'settings') return <SettingsSection user={data.user} />;
    if (data && !pending.loading) {
      return (
        <Overview
          data={data}
          installs={installs}
          onTopup={newTopup}
          onInstall={() => setSection('install')}
          onViewAll={() => setSection('install-history')}
          onTryAgain={tryAgain}
          onDesktop={openDesktop}
        />
      );
    }
    if (!dashboard.isError) return <DashboardLoading />;
    return <QueryError query={dashboard} page title={m.loadFailedTitle} help={m.loadFailedHelp} />;
  };

  return (
    <>
      <AppFrame
        section={section}
        title={m.sections[section]}
        sidebar={<Sidebar {...navigation} />}
        banner={<AnnouncementBanner />}
        topbar={
          <Topbar
            title={m.sections[section]}
            quota={quota}
            admin={user?.admin === 1}
            onMenu={() => menu.open(true)}
            onTopup={newTopup}
          />
        }
      >
        {pending.topup && showsPending && (
          <PendingPayment topup={pending.topup} onPayment={setPayment} />
        )}
        {content()}
      </AppFrame>
      {menu.of && <MobileMenu {...navigation} onClose={menu.close} />}
      <DesktopHost dialog={desktop} />
      {data?.terms_to_accept && (
        <LazyRegion of={TermsGate}>
          <TermsGate terms={data.terms_to_accept} dashboardKey={quotaKey} />
        </LazyRegion>
      )}
      {help.of && <FailureHelpDialog code={help.of} onClose={help.close} />}
      {again.of && (
        <InstallAgainDialog
          id={again.of}
          quota={data?.stats.quota ?? 0}
          quotaKey={quotaKey}
          onStarted={() => navigateTo({ section: 'install-history' })}
          onClose={again.close}
        />
      )}
      {toLinux.of && (
        <ReturnToLinuxDialog
          id={toLinux.of}
          quota={data?.stats.quota ?? 0}
          quotaKey={quotaKey}
          onStarted={() => navigateTo({ section: 'install-history' })}
          onClose={toLinux.close}
        />
      )}
      {device.of && <DeviceLoginDialog onClose={device.close} />}
      {payment.of && (
        <PaymentFlow
          of={payment.of}
          requested={requested}
          installable={versions.data?.some(({ available }) => available)}
          quotaKey={quotaKey}
          onReference={payment.setSubject}
          onClose={payment.close}
        />
      )}
    </>
  );
}

/** Loading state with the dashboard's final layout. */
function DashboardLoading() {
  const m = t(dashboardMessages);
  return (
    <DelayedPlaceholder label={m.loading}>
      <div className="flex items-center h-9 mb-5">
        <h1 className="font-normal text-muted-foreground">{m.loading}</h1>
      </div>
      <div className="panes grid-cols-3 max-sm:[&>*]:px-3!">
        {[72, 88, 80].map((width) => (
          <div key={width} className="h-[102px] max-sm:h-[82px]">
            <Skeleton className="h-3 mt-1" style={{ width }} />
            <Skeleton className="h-7 w-12 mt-3" />
          </div>
        ))}
      </div>
    </DelayedPlaceholder>
  );
}
