import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { useQuery } from '@tanstack/react-query';
import { MonitorPlay } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Select } from '@/components/ui/form/select-field.js';
import { ExportButton } from '@/components/ui/table/export-button.js';
import { TableFilters } from '@/components/ui/table/table-filters.js';
import { POLL_MS } from '@/config/limits.js';
import {
  exportHistory,
  installHistoryQuery,
  ownInstallQuery,
  type HistoryFilter,
} from '@/features/installs/api.js';
import { InstallHistory } from '@/features/installs/components/install-history.js';
import { RunningInstall } from '@/features/installs/components/running-install.js';
import { historyColumns } from '@/features/installs/history-columns.js';
import { windowsVersionsQuery } from '@/features/vps-check/api.js';
import { useFilters } from '@/lib/navigation/use-filters.js';
import { OpenedInstall } from '@/features/installs/components/opened-install.js';
import { t } from '@/messages/i18n.js';
import { isActive } from '@/lib/installs/phases.js';
import { useRowDialog, useVisitKey } from '@/lib/navigation/history-state.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { commonMessages } from '@/messages/common.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { historyMessages } from '@/messages/install/history.js';
import { installMessages } from '@/messages/install/install.js';

const MissingDialog = lazyDialog(() => import('@/components/ui/dialog/missing-dialog.js'));

const RdpDialog = lazyDialog(() => import('@/features/installs/rdp/rdp-dialog.js'));

const CancelDialog = lazyDialog(() => import('@/features/installs/components/cancel-dialog.js'));

export default function InstallHistorySection({
  running,
  onInstall,
  onTryAgain,
  onDesktop,
}: {
  /** Newest install in progress. */
  running: InstallRecord | undefined;
  onInstall: () => void;
  onTryAgain: (install: InstallRecord) => void;
  onDesktop: (install: InstallRecord) => void;
}) {
  const { history: m, form, statuses } = t(installMessages);
  const h = t(historyMessages);
  const { notFound } = t(commonMessages);
  const { loadFailedHelp, notYours } = t(dashboardMessages);
  const table = useFilters<Omit<HistoryFilter, 'page' | 'search'>>('installs', {
    status: 'all',
    win_ver: 'all',
  });
  const { filter, narrowed } = table;
  const query = useQuery({
    ...installHistoryQuery(filter),
    // The frame already polls the latest installs (useInstallWatch).
    refetchInterval: ({ state }) =>
      (narrowed || filter.page > 1) && state.data?.items.some(isActive) ? POLL_MS : false,
  });
  const versions = useQuery(windowsVersionsQuery);
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

  const toolbar = (
    <>
      <TableFilters
        table={table}
        search={h.search}
        status={{
          label: h.statusFilter,
          all: h.allStatuses,
          options: [['active', h.inProgress], ...Object.entries(statuses)],
        }}
      />
      <Select
        small
        className="w-auto! max-sm:w-full!"
        aria-label={h.versionFilter}
        options={[
          ['all', h.allVersions],
          ...(versions.data ?? []).map(({ slug, name }): [string, string] => [slug, name]),
        ]}
        value={filter.win_ver}
        onChange={({ target }) => table.onFilter({ win_ver: target.value })}
      />
      <ExportButton file="installs" load={exportHistory(filter)} columns={historyColumns()} />
    </>
  );

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 mb-4">
        <h1 className="text-2xl flex-1">{m.title}</h1>
        <Button variant="primary" size="sm" className="max-sm:hidden" onClick={onInstall}>
          <MonitorPlay className="ic ic-sm" />
          {form.title}
        </Button>
      </div>
      {running && (
        <div className="mb-5 *:mt-0">
          <RunningInstall key={running.id} install={running} />
        </div>
      )}
      <InstallHistory
        source={query}
        onPage={table.onPage}
        narrowed={narrowed}
        toolbar={(narrowed || query.data?.meta.total !== 0) && toolbar}
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
        <RdpDialog
          install={connect.row}
          onDesktop={onDesktop}
          onInstallAgain={onTryAgain}
          onClose={connect.close}
        />
      )}
      {cancel.row && <CancelDialog install={cancel.row} onClose={cancel.close} />}
    </>
  );
}
