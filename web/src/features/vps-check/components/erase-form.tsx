import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { TriangleAlert } from 'lucide-react';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { Note } from '@/components/ui/note.js';
import { t } from '@/messages/i18n.js';
import { installMessages } from '@/messages/install/install.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import { installTime } from '../install-time.js';
import { Remarks } from './check-panel.js';
import { useLastNumber } from './last-number.js';
import { NetworkRow } from './network-row.js';

/** Formats as `80 GiB`, `0.5 GiB`. */
const gibibytes = (bytes: number) => `${Number((bytes / 2 ** 30).toFixed(1))} GiB`;

/**
 * Lists what will be erased and requires the last number of the VPS address as a safeguard against erasing the wrong
 * VPS.
 */
export function EraseForm({
  check,
  quota,
  pending,
  onSubmit,
  onEdit,
  onClose,
}: {
  check: VpsCheck;
  quota: number;
  pending: boolean;
  onSubmit: () => Promise<void>;
  onEdit: () => void;
  onClose: () => void;
}) {
  const { erase: m } = t(vpsCheckMessages);
  const { explain } = t(installMessages);
  const lastNumber = useLastNumber(check.ip);
  const {
    ip,
    hostname,
    os_name,
    win_name,
    disks = [],
    lost_addresses = [],
    windows_network,
  } = check;
  const time = installTime(check);
  const disksOf = (erased: boolean) =>
    disks
      .filter((disk) => disk.erased === erased)
      .map(({ name, size }) => m.disk(name, gibibytes(size)))
      .join('; ');

  const submit = async () => {
    if (lastNumber.confirm()) await onSubmit();
  };

  return (
    <FormDialog
      title={m.title(ip)}
      description={win_name ? m.lead(win_name) : undefined}
      submit={m.submit}
      variant="destroy"
      pending={pending}
      onSubmit={submit}
      onClose={onClose}
    >
      <DetailRows>
        <DetailRow term={m.address} value={ip} />
        <DetailRow term={m.hostname} value={hostname || m.notReported} />
        <DetailRow term={m.system} value={os_name || m.notReported} plain />
        <DetailRow
          term={m.erased}
          value={<span className="text-danger">{disksOf(true) || m.bootDisk}</span>}
        />
        {disksOf(false) && <DetailRow term={m.kept} value={disksOf(false)} />}
        {lost_addresses.length > 0 && (
          <DetailRow term={m.lostAddresses} value={lost_addresses.join(', ')} />
        )}
        {windows_network && <NetworkRow network={windows_network} onEdit={onEdit} />}
        {time && <DetailRow term={m.time} value={m.timeValue(time)} plain />}
        <DetailRow term={m.cost} value={explain.costValue(quota)} plain />
      </DetailRows>
      <Remarks findings={check.findings} />
      <Note tone="danger" icon={TriangleAlert}>
        {m.warning}
      </Note>
      {lastNumber.field}
    </FormDialog>
  );
}
