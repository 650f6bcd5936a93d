import type { DashboardResponse } from '@casement/proto/http/auth/account.js';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { UseQueryResult } from '@tanstack/react-query';
import { MailWarning, MonitorPlay, Plus, ShieldCheck } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { EmailBanner } from '@/features/account/components/email-banner.js';
import { FirstSteps } from '@/features/account/components/first-steps.js';
import { StatCards } from '@/features/account/components/stat-cards.js';
import { OpenedInstall } from '@/features/installs/components/opened-install.js';
import { RecentActivity } from '@/features/installs/components/recent-activity.js';
import { RunningInstall } from '@/features/installs/components/running-install.js';
import { useHasPassedCheck } from '@/features/vps-check/api.js';
import type { Page } from '@/lib/api/api-client.js';
import { t } from '@/messages/i18n.js';
import { isActive } from '@/lib/installs/phases.js';
import { useHistoryDialog, useRowDialog } from '@/lib/navigation/history-state.js';
import { dashboardMessages } from '@/messages/dashboard.js';

const AddEmailDialog = lazyDialog(() => import('@/features/auth/components/add-email-dialog.js'));

const RdpDialog = lazyDialog(() => import('@/features/installs/rdp/rdp-dialog.js'));

/** Maximum number of running installs shown; the history lists all of them. */
const MAX_RUNNING = 2;

/** Welcome, figures, running installs and latest installs. */
export function Overview({
  data,
  installs,
  onTopup,
  onInstall,
  onViewAll,
  onTryAgain,
  onDesktop,
}: {
  data: DashboardResponse;
  installs: UseQueryResult<Page<InstallRecord>>;
  onTopup: () => void;
  onInstall: () => void;
  onViewAll: () => void;
  onTryAgain: (install: InstallRecord) => void;
  onDesktop: (install: InstallRecord) => void;
}) {
  const m = t(dashboardMessages);
  const { user, stats } = data;
  const checked = useHasPassedCheck();
  const addingEmail = useHistoryDialog('add-email');
  const details = useRowDialog('details', installs.data?.items);
  const connect = useRowDialog('connect', installs.data?.items);
  // The rate is rounded: one success among hundreds is 0 % too.
  const succeeded =
    (stats.successRate ?? 0) > 0 ||
    installs.data?.items.some(({ status }) => status === 'completed');
  const running = installs.data?.items.filter(isActive).slice(0, MAX_RUNNING) ?? [];
  return (
    <>
      {!user.is_verified && (
        <EmailBanner onAddEmail={user.email?.trim() ? undefined : () => addingEmail.open(true)} />
      )}
      {addingEmail.of && <AddEmailDialog onClose={addingEmail.close} />}
      {details.row && (
        <OpenedInstall
          key={details.row.id}
          install={details.row}
          onTryAgain={onTryAgain}
          onDesktop={onDesktop}
          onClose={details.close}
        />
      )}
      {connect.row && (
        <RdpDialog
          install={connect.row}
          onDesktop={onDesktop}
          onInstallAgain={onTryAgain}
          onClose={connect.close}
        />
      )}
      <div className="flex flex-wrap items-center gap-3 mb-5">
        <div className="flex-1 min-w-[220px]">
          <h1 className="text-2xl flex flex-wrap items-center gap-2.5">
            <span className="wrap-anywhere">
              {m.welcome(user.profile.first_name ?? user.username)}
            </span>
            {!user.is_verified && (
              <Badge tone="warning" icon={MailWarning}>
                {m.emailNotVerified}
              </Badge>
            )}
            {user.admin === 1 && (
              <Badge tone="info" icon={ShieldCheck}>
                {m.admin}
              </Badge>
            )}
          </h1>
        </div>
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button onClick={onTopup}>
            <Plus className="ic" />
            {m.topupQuota}
          </Button>
          <Button variant="primary" onClick={onInstall}>
            <MonitorPlay className="ic" />
            {m.installWindows}
          </Button>
        </div>
      </div>
      <StatCards stats={stats} />
      {running.map((install) => (
        <RunningInstall key={install.id} install={install} />
      ))}
      {!succeeded && (
        <FirstSteps
          data={data}
          checked={checked}
          running={running.length > 0}
          onTopup={onTopup}
          onInstall={onInstall}
        />
      )}
      {installs.data ? (
        <RecentActivity
          installs={installs.data.items}
          onViewAll={onViewAll}
          onConnect={connect.open}
          onTryAgain={onTryAgain}
          onDetails={details.open}
          onDesktop={onDesktop}
          onInstall={onInstall}
        />
      ) : installs.isError ? (
        <div className="mt-5">
          <QueryError query={installs} title={m.loadFailed} help={m.loadFailedHelp} />
        </div>
      ) : (
        <section className="frame mt-5 overflow-hidden">
          <div className="frame-head">
            <h2>{m.recentActivity}</h2>
          </div>
          <RowsSkeleton label={m.loading} rows={3} />
        </section>
      )}
    </>
  );
}
