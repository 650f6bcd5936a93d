import type { InstallFilter, InstallRecord } from '@casement/proto/http/install.js';
import { useQuery } from '@tanstack/react-query';
import { HardDrive, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { DataTable, type Column } from '../../../components/ui/data-table.js';
import { SearchField } from '../../../components/ui/search-field.js';
import { Select } from '../../../components/ui/select-field.js';
import { SEARCH_DEBOUNCE_MS } from '../../../config/limits.js';
import { attempt } from '../../../lib/attempt.js';
import { formatDateTime } from '../../../lib/format.js';
import { say } from '../../../lib/messages.js';
import { useDebounced } from '../../../lib/use-debounced.js';
import { useFailureToast } from '../../../lib/use-failure-toast.js';
import { adminInstallTexts } from '../../../messages/admin-installs.js';
import { commonTexts } from '../../../messages/common.js';
import { installTexts } from '../../../messages/install.js';
import { InstallStatusBadge } from '../components/install-status-badge.js';
import { useDeleteInstall } from './change-installs.js';
import { InstallStatusDialog } from './install-status-dialog.js';
import { adminInstallsQuery } from './installs-query.js';
import { PercentCell } from './percent-cell.js';
import { LIST_PERCENT } from './percent.js';

/** Everyone's installs; searched, filtered and paged by the server (SPEC §2). */
export function Installs({ label, failed }: { label: string; failed: string }) {
  const m = say(adminInstallTexts);
  const { statuses } = say(installTexts);
  const { pleaseTryAgain } = say(commonTexts);
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState<InstallFilter>('all');
  const [editing, setEditing] = useState<InstallRecord | null>(null);
  const search = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const query = useQuery(adminInstallsQuery(page, search, status));
  useFailureToast(query, failed, pleaseTryAgain);
  const remove = useDeleteInstall();

  const confirmDelete = ({ id, ip }: InstallRecord) => {
    if (!window.confirm(m.confirmDelete(ip))) return;
    const done = () => ({ title: m.deleted });
    void attempt(remove.mutateAsync(id), { done, failed: m.deleteFailed });
  };
  const narrowed = search !== '' || status !== 'all';

  const columns: Column<InstallRecord>[] = [
    { head: m.ip, className: 'mono font-[500]', cell: ({ ip }) => ip },
    { head: m.user, cell: userOf },
    { head: m.version, cell: versionOf },
    { head: m.status, cell: (install) => <InstallStatusBadge status={install.status} /> },
    {
      head: m.progress,
      className: 'w-full max-w-0',
      cell: (install) => <PercentCell install={install} percent={LIST_PERCENT[install.status]} />,
    },
    {
      head: m.started,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
    },
  ];
  return (
    <>
      <DataTable
        label={label}
        source={query}
        onPage={setPage}
        toolbar={
          <>
            <SearchField
              label={m.search}
              value={typed}
              onValueChange={(value) => {
                setTyped(value);
                setPage(1);
              }}
            />
            <Select
              small
              className="w-auto! max-sm:w-full!"
              aria-label={m.filter}
              options={[
                ['all', m.allStatuses],
                ['active', m.activeOnly],
                ...Object.entries(statuses),
              ]}
              value={status}
              onChange={(event) => {
                setStatus(event.target.value as InstallFilter);
                setPage(1);
              }}
            />
          </>
        }
        columns={columns}
        rowKey={({ id }) => id}
        item={(install) => ({
          title: <span className="mono">{install.ip}</span>,
          aside: <InstallStatusBadge status={install.status} />,
          text: (
            <>
              {userOf(install)} · {versionOf(install)}
              <br />
              <span className="num">{formatDateTime(install.created_at)}</span>
            </>
          ),
          below: <PercentCell install={install} percent={LIST_PERCENT[install.status]} />,
        })}
        actions={(install) => (
          <>
            <Button
              size="sm"
              icon
              aria-label={m.editOf(install.ip)}
              title={m.editOf(install.ip)}
              onClick={() => setEditing(install)}
            >
              <Pencil className="ic ic-sm" />
            </Button>
            <Button
              variant="ghost"
              size="sm"
              icon
              aria-label={m.deleteOf(install.ip)}
              title={m.deleteOf(install.ip)}
              disabled={remove.isPending && remove.variables === install.id}
              onClick={() => confirmDelete(install)}
            >
              <Trash2 className="ic ic-sm" />
            </Button>
          </>
        )}
        empty={{
          icon: HardDrive,
          title: narrowed ? m.nothingFound : m.empty,
          help: narrowed ? m.nothingFoundHelp : m.emptyHelp,
        }}
        failed={{ title: failed, help: pleaseTryAgain }}
      />
      {editing && <InstallStatusDialog install={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

const versionOf = (install: InstallRecord) => install.win_name ?? install.win_ver;
const userOf = ({ username }: InstallRecord) => username ?? say(adminInstallTexts).unknownUser;
