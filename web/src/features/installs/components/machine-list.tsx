import { addressText } from '@casement/proto/http/install/address-text.js';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { Machine } from '@casement/proto/http/install/machines.js';
import { Pencil, Server } from 'lucide-react';
import { InstallAddress, InstallAddressCell } from '@/components/installs/install-address.js';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { Button } from '@/components/ui/button.js';
import { DataTable, type Column, type TableSource } from '@/components/ui/table/data-table.js';
import { formatDateTime } from '@/lib/format/format.js';
import { isActive } from '@/lib/installs/phases.js';
import { t } from '@/messages/i18n.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { installMessages } from '@/messages/install/install.js';
import { machinesMessages } from '@/messages/install/machines.js';
import { ConnectActions } from './install-actions.js';

interface MachineActions {
  onConnect: (install: InstallRecord) => void;
  onDesktop: (install: InstallRecord) => void;
  onDetails: (install: InstallRecord) => void;
  onLabel: (install: InstallRecord) => void;
  onInstallAgain: (install: InstallRecord) => void;
}

const isOpen = ({ last }: Machine) => isActive(last) || last.status === 'manual_review';

/** The user's machines, the one with the latest install first. */
export function MachineList({
  source,
  onPage,
  onInstall,
  ...handlers
}: MachineActions & {
  source: TableSource<Machine>;
  onPage: (page: number) => void;
  onInstall: () => void;
}) {
  const m = t(machinesMessages);
  const { form } = t(installMessages);
  const { loadFailedHelp, loading } = t(dashboardMessages);
  const columns: Column<Machine>[] = [
    {
      head: m.address,
      className: 'font-[500]',
      cell: (machine) => <InstallAddressCell {...placeOf(machine)} />,
      list: 'title',
      listCell: (machine) => <InstallAddress {...placeOf(machine)} />,
    },
    { head: m.lastVersion, cell: ({ last }) => last.win_name ?? last.win_ver, list: 1 },
    {
      head: m.state,
      cell: ({ last }) => <InstallStatusBadge status={last.status} />,
      list: 'aside',
    },
    {
      head: m.passwordCheck,
      className: 'text-muted-foreground',
      cell: (machine) => (
        <span className="block w-max max-w-40 py-1 whitespace-normal">
          {passwordCheckOf(machine)}
        </span>
      ),
      list: 2,
      listCell: (machine) => machine.windows && passwordCheckOf(machine),
    },
  ];
  return (
    <DataTable
      label={m.title}
      source={source}
      onPage={onPage}
      columns={columns}
      rowKey={({ ip, port }) => `${ip}:${port}`}
      actions={(machine) => <Actions machine={machine} {...handlers} />}
      empty={{
        icon: Server,
        title: m.empty,
        help: m.emptyHelp,
        action: (
          <Button variant="primary" size="sm" onClick={onInstall}>
            {form.title}
          </Button>
        ),
      }}
      failed={m.loadFailed}
      failedHelp={loadFailedHelp}
      loading={loading}
    />
  );
}

const placeOf = ({ ip, port, label }: Machine) => ({ ip, rdp_port: port, label });

function passwordCheckOf({ windows }: Machine) {
  const m = t(machinesMessages);
  if (!windows) return '–';
  const { rdp } = windows;
  return rdp?.proof === 'password_accepted'
    ? m.accepted(formatDateTime(rdp.proven_at))
    : m.unchecked;
}

function Actions({
  machine,
  onConnect,
  onDesktop,
  onDetails,
  onLabel,
  onInstallAgain,
}: MachineActions & { machine: Machine }) {
  const m = t(machinesMessages);
  const { history } = t(installMessages);
  const { last, windows } = machine;
  const address = addressText(machine.ip, machine.port);
  return (
    <span className="flex flex-wrap justify-end gap-1">
      {windows && <ConnectActions install={windows} onConnect={onConnect} onDesktop={onDesktop} />}
      {isOpen(machine) ? (
        <Button
          variant="ghost"
          size="sm"
          aria-label={history.viewProgressOf(address)}
          onClick={() => onDetails(last)}
        >
          {history.viewProgress}
        </Button>
      ) : (
        <Button
          variant={windows ? 'ghost' : 'outline'}
          size="sm"
          aria-label={m.installAgainOn(address)}
          onClick={() => onInstallAgain(last)}
        >
          {m.installAgain}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        icon
        aria-label={m.label.edit(address)}
        title={m.label.edit(address)}
        onClick={() => onLabel(last)}
      >
        <Pencil className="ic ic-sm" />
      </Button>
    </span>
  );
}
