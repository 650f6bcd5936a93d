import type { InstallRecord } from '@casement/proto/http/install.js';
import { useQuery } from '@tanstack/react-query';
import { MonitorPlay } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/lazy-dialog.js';
import { POLL_MS } from '@/config/limits.js';
import { installHistoryQuery } from '@/features/install/api.js';
import { InstallHistory } from '@/features/install/components/install-history.js';
import { isActive } from '@/features/install/phases.js';
import { t } from '@/lib/messages.js';
import { useFailureToast } from '@/lib/use-failure-toast.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { installMessages } from '@/messages/install.js';

const InstallDetailsDialog = lazyDialog(
  () => import('@/features/install/components/install-details-dialog.js'),
);

const CancelDialog = lazyDialog(() => import('@/features/install/components/cancel-dialog.js'));

export default function InstallHistorySection({
  onInstall,
  onConnect,
  onTryAgain,
}: {
  onInstall: () => void;
  onConnect: (install: InstallRecord) => void;
  onTryAgain: (install: InstallRecord) => void;
}) {
  const { history: m, form } = t(installMessages);
  const { loadFailedHelp } = t(dashboardMessages);
  const [page, setPage] = useState(1);
  const [detailsOf, setDetailsOf] = useState<string | null>(null);
  const [cancelled, setCancelled] = useState<InstallRecord | null>(null);
  const query = useQuery({
    ...installHistoryQuery(page),
    // Page 1 is asked for by the frame already (useInstallWatch).
    refetchInterval: ({ state }) =>
      page > 1 && state.data?.items.some(isActive) ? POLL_MS : false,
  });
  useFailureToast(query, m.loadFailed, loadFailedHelp);
  // The record of the latest answer, so that an open dialog follows the install.
  const details = query.data?.items.find(({ id }) => id === detailsOf);

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
        onConnect={onConnect}
        onTryAgain={onTryAgain}
        onDetails={({ id }) => setDetailsOf(id)}
        onCancel={setCancelled}
      />
      {details && (
        <InstallDetailsDialog
          install={details}
          onTryAgain={onTryAgain}
          onClose={() => setDetailsOf(null)}
        />
      )}
      {cancelled && <CancelDialog install={cancelled} onClose={() => setCancelled(null)} />}
    </>
  );
}
