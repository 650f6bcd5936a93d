import type { SecurityAlert } from '@casement/proto/http/security/alerts.js';
import { useQuery } from '@tanstack/react-query';
import { Ban, ShieldCheck, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { IDLE_POLL_MS } from '@/config/limits.js';
import { formatAgo, formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog, useRowDialog } from '@/lib/navigation/history-state.js';
import { useFilters } from '@/lib/navigation/use-filters.js';
import { withToast, useFailureToast } from '@/lib/toast/toast-failure.js';
import { useNow } from '@/lib/use-now.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { AlertTypeName } from '../alert-type.js';
import { alertMessage, recordedMessage } from '../reasons.js';
import { RefreshButton } from '../refresh-button.js';
import { SeverityBadge } from '../severity-badge.js';
import { AlertCounters } from './alert-counters.js';
import { AlertFilters } from './alert-filters.js';
import { alertsQuery, useDeleteAlert, type AlertFilter } from './api.js';

const BlockDialog = lazyDialog(() => import('../blocked-ips/dialogs/block-dialog.js'));
const ClearAlertsDialog = lazyDialog(() => import('./clear-alerts-dialog.js'));

const INITIAL_FILTER: AlertFilter = { type: 'all', severity: 'all', timeRange: '24h' };

export default function Alerts() {
  const title = t(adminMessages).sections['security-alerts'];
  const { alerts: m, ip: ipHead, refresh, types } = t(securityMessages);
  const filters = useFilters('alerts', INITIAL_FILTER);
  const query = useQuery(alertsQuery(filters.filter));
  useFailureToast(query, m.loadFailed);
  const remove = useDeleteAlert();
  // Rerenders so that displayed ages stay current.
  useNow(IDLE_POLL_MS);
  const blocking = useRowDialog('block', query.data?.items);
  const clearing = useHistoryDialog('clear');

  const deleteAlert = ({ id }: SecurityAlert) => {
    const done = () => ({ title: m.deleted });
    const texts = { done, failed: m.deleteFailed, fallback: m.unknownError };
    void withToast(remove.mutateAsync(id), texts);
  };

  const ago = ({ timestamp }: SecurityAlert) => (
    <span title={formatDateTime(timestamp)}>{formatAgo(timestamp)}</span>
  );
  const columns: Column<SecurityAlert>[] = [
    { head: m.type, cell: ({ type }) => <AlertTypeName type={type} />, list: 'title' },
    { head: ipHead, className: 'mono font-[500]', cell: addressOf, list: 2 },
    {
      head: m.message,
      className: 'w-full min-w-[200px] whitespace-normal! wrap-anywhere py-2!',
      cell: alertMessage,
      list: 1,
      listCell: (alert) => <span className="text-foreground">{alertMessage(alert)}</span>,
    },
    {
      head: m.severity,
      cell: ({ severity }) => <SeverityBadge severity={severity} />,
      list: 'aside',
    },
    { head: m.time, className: 'text-muted-foreground', cell: ago, list: 2 },
  ];
  return (
    <>
      <SectionHead title={title}>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <RefreshButton label={refresh} />
          <Button variant="danger" size="sm" onClick={() => clearing.open(true)}>
            <Trash2 className="ic ic-sm" />
            {m.clear}
          </Button>
        </div>
      </SectionHead>
      <AlertCounters
        timeRange={filters.filter.timeRange}
        type={filters.filter.type}
        onType={(type) => filters.onFilter({ type })}
      />
      <DataTable
        label={title}
        source={query}
        onPage={filters.onPage}
        toolbar={<AlertFilters filters={filters} />}
        columns={columns}
        rowKey={({ id }) => id}
        actions={(alert) => (
          <>
            {alert.ip && (
              <Button
                size="sm"
                aria-label={m.blockOf(alert.ip)}
                onClick={() => blocking.open(alert)}
              >
                <Ban className="ic ic-sm" />
                {m.block}
              </Button>
            )}
            <Button
              variant="ghost"
              size="sm"
              icon
              aria-label={m.deleteOf(types[alert.type], addressOf(alert))}
              title={m.deleteOf(types[alert.type], addressOf(alert))}
              busy={remove.isPending && remove.variables === alert.id}
              onClick={() => deleteAlert(alert)}
            >
              <Trash2 className="ic ic-sm" />
            </Button>
          </>
        )}
        empty={{
          icon: ShieldCheck,
          title: m.empty,
          help: filters.narrowed ? m.nothingFoundHelp : m.emptyHelp,
        }}
        failed={m.loadFailed}
      />
      {blocking.row && (
        <BlockDialog
          ip={blocking.row.ip}
          reason={recordedMessage(blocking.row)}
          onClose={blocking.close}
        />
      )}
      {clearing.of && <ClearAlertsDialog onClose={clearing.close} />}
    </>
  );
}

const addressOf = ({ ip }: SecurityAlert) => ip || t(securityMessages).alerts.manyAddresses;
