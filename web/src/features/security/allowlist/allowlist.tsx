import type { AllowedNetwork } from '@casement/proto/http/security/allowlist.js';
import { useQuery } from '@tanstack/react-query';
import { Plus, ShieldOff, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { withToast, useFailureToast } from '@/lib/toast/toast-failure.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';
import { allowlistQuery, useDisallowNetwork } from './api.js';

const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));
const AllowDialog = lazyDialog(() => import('./allow-dialog.js'));

/** Networks that no rule blocks. Entries of the configuration cannot be removed here. */
export function Allowlist() {
  const { allowlist: m } = t(securityToolsMessages);
  const query = useQuery(allowlistQuery);
  useFailureToast(query, m.loadFailed);
  const { source, onPage } = useLocalPage('allowlist', query);
  const remove = useDisallowNetwork();
  const adding = useHistoryDialog('allow');
  const removing = useHistoryDialog<string>('disallow');

  const confirmRemove = async (network: string) => {
    const done = () => ({ title: m.addedToast, description: m.removedHelp(network) });
    if (await withToast(remove.mutateAsync(network), { done, failed: m.addFailed })) {
      removing.close();
    }
  };
  const addedAt = ({ createdAt }: AllowedNetwork) =>
    createdAt ? formatDateTime(createdAt) : m.configured;

  const columns: Column<AllowedNetwork>[] = [
    {
      head: m.network,
      className: 'mono font-[500]',
      cell: ({ network }) => network,
      list: 'title',
    },
    {
      head: m.note,
      className: 'w-full max-w-0 truncate',
      cell: ({ note }) => <span title={note}>{note || '–'}</span>,
      list: 1,
      listCell: ({ note }) => note && <span className="text-foreground wrap-anywhere">{note}</span>,
    },
    { head: m.added, className: 'text-muted-foreground', cell: addedAt, list: 2 },
  ];
  return (
    <>
      <DataTable
        label={m.title}
        source={source}
        onPage={onPage}
        toolbar={
          <>
            <h2 className="text-[0.9375rem] flex-1 pl-1">{m.title}</h2>
            <Button size="sm" onClick={() => adding.open(true)}>
              <Plus className="ic ic-sm" />
              {m.add}
            </Button>
          </>
        }
        columns={columns}
        rowKey={({ network, configured }) => `${network} ${configured}`}
        actions={(entry) =>
          !entry.configured && (
            <Button
              variant="ghost"
              size="sm"
              icon
              aria-label={m.removeOf(entry.network)}
              title={m.removeOf(entry.network)}
              busy={remove.isPending && remove.variables === entry.network}
              onClick={() => removing.open(entry.network)}
            >
              <Trash2 className="ic ic-sm" />
            </Button>
          )
        }
        empty={{ icon: ShieldOff, title: m.empty, help: m.emptyHelp }}
        failed={m.loadFailed}
      />
      {removing.of !== undefined && (
        <ConfirmDialog
          title={m.removeOf(removing.of)}
          question={m.confirmRemove(removing.of)}
          submit={m.remove}
          pending={remove.isPending}
          onConfirm={() => confirmRemove(removing.of ?? '')}
          onClose={removing.close}
        />
      )}
      {adding.of && <AllowDialog onClose={adding.close} />}
    </>
  );
}
