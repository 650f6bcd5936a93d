import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { useQuery } from '@tanstack/react-query';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { POLL_MS } from '@/config/limits.js';
import { machinesQuery } from '@/features/installs/api.js';
import { MachineList } from '@/features/installs/components/machine-list.js';
import { OpenedInstall } from '@/features/installs/components/opened-install.js';
import { isActive } from '@/lib/installs/phases.js';
import { useHistoryPage, useRowDialog } from '@/lib/navigation/history-state.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { machinesMessages } from '@/messages/install/machines.js';

const RdpDialog = lazyDialog(() => import('@/features/installs/rdp/rdp-dialog.js'));
const LabelDialog = lazyDialog(() => import('@/features/installs/components/label-dialog.js'));

export default function MachinesSection({
  onInstall,
  onInstallAgain,
  onDesktop,
}: {
  onInstall: () => void;
  onInstallAgain: (install: InstallRecord) => void;
  onDesktop: (install: InstallRecord) => void;
}) {
  const m = t(machinesMessages);
  const { loadFailedHelp } = t(dashboardMessages);
  const [page, setPage] = useHistoryPage('machines');
  const query = useQuery({
    ...machinesQuery(page),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ last }) => isActive(last)) ? POLL_MS : false,
  });
  useFailureToast(query, m.loadFailed, loadFailedHelp);
  const latest = query.data?.items.map(({ last }) => last);
  const details = useRowDialog('details', latest);
  const label = useRowDialog('label', latest);
  const connect = useRowDialog(
    'connect',
    query.data?.items.flatMap(({ windows }) => windows ?? []),
  );

  return (
    <>
      <h1 className="text-2xl">{m.title}</h1>
      <p className="text-muted-foreground mt-1 mb-5">{m.lead}</p>
      <MachineList
        source={query}
        onPage={setPage}
        onInstall={onInstall}
        onInstallAgain={onInstallAgain}
        onConnect={connect.open}
        onDesktop={onDesktop}
        onDetails={details.open}
        onLabel={label.open}
      />
      {details.row && (
        <OpenedInstall
          key={details.row.id}
          install={details.row}
          onTryAgain={onInstallAgain}
          onDesktop={onDesktop}
          onClose={details.close}
        />
      )}
      {connect.row && (
        <RdpDialog
          install={connect.row}
          onDesktop={onDesktop}
          onInstallAgain={onInstallAgain}
          onClose={connect.close}
        />
      )}
      {label.row && <LabelDialog install={label.row} onClose={label.close} />}
    </>
  );
}
