import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { useQuery } from '@tanstack/react-query';
import { MonitorPlay } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { POLL_MS } from '@/config/limits.js';
import { installHistoryQuery, ownInstallQuery } from '@/features/installs/api.js';
import { InstallHistory } from '@/features/installs/components/install-history.js';
import { OpenedInstall } from '@/features/installs/components/opened-install.js';
import { t } from '@/messages/i18n.js';
import { isActive } from '@/lib/installs/phases.js';
import { useHistoryPage, useRowDialog, useVisitKey } from '@/lib/navigation/history-state.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { commonMessages } from '@/messages/common.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { installMessages } from '@/messages/install/install.js';

const MissingDialog = lazyDialog(() => import('@/components/ui/dialog/missing-dialog.js'));

const RdpDialog = lazyDialog(() => import('@/features/installs/rdp/rdp-dialog.js'));

const CancelDialog = lazyDialog(() => import('@/features/installs/components/cancel-dialog.js'));

export default function InstallHistorySection({
  onInstall,
  onTryAgain,
  onDesktop,
}: {
  onInstall: () => void;
  onTryAgain: (install: InstallRecord) => void;
  onDesktop: (install: InstallRecord) => void;
}) {
  const { history: m, form } = t(installMessages);
  const { notFound } = t(commonMessages);
  const { loadFailedHelp, notYours } = t(dashboardMessages);
  const [page, setPage] = useHistoryPage('installs');
  const query = useQuery({
    ...installHistoryQuery(page),
    // The frame already polls page 1 (useInstallWatch).
    refetchInterval: ({ state }) =>
      page > 1 && state.data?.items.some(isActive) ? POLL_MS : false,
  });
  useFailureToast(query, m.loadFailed, loadFailedHelp);
  // A link to the open install must lead to its present state.
  const visit = useVisitKey();
  const items = query.data?.items;
  const details = useRowDialog('details', items);
  const connect = useRowDialog('connect', items);
  const cancel = useRowDialog('cancel', items);
  // A link may lead to an install that is not on this page.
  const linked = useQuery({
    ...ownInstallQuery(details.of ?? ''),
    enabled: details.of !== undefined && items !== undefined && !details.row,
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? POLL_MS : false),
  });
  const shown = details.row ?? linked.data;

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 mb-4">
        <h1 className="text-2xl flex-1">{m.title}</h1>
        <Button variant="primary" size="sm" className="max-sm:hidden" onClick={onInstall}>
          <MonitorPlay className="ic ic-sm" />
          {form.title}
        </Button>
      </div>
      <InstallHistory
        source={query}
        onPage={setPage}
        onInstall={onInstall}
        onConnect={connect.open}
        onTryAgain={onTryAgain}
        onDetails={details.open}
        onCancel={cancel.open}
        onDesktop={onDesktop}
      />
      {details.of && shown && (
        <OpenedInstall
          key={`${shown.id} ${visit}`}
          install={shown}
          onTryAgain={onTryAgain}
          onDesktop={onDesktop}
          onClose={details.close}
        />
      )}
      {linked.isLoadingError && (
        <MissingDialog query={linked} title={notFound} help={notYours} onClose={details.close} />
      )}
      {connect.row && (
        <RdpDialog install={connect.row} onDesktop={onDesktop} onClose={connect.close} />
      )}
      {cancel.row && <CancelDialog install={cancel.row} onClose={cancel.close} />}
    </>
  );
}
