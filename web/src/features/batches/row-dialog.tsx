import { addressText } from '@casement/proto/http/install/address-text.js';
import { RETRYABLE_ROW_STATUSES } from '@casement/proto/http/install/batches/batch-limits.js';
import type {
  Batch,
  BatchRow,
  BatchRowStatus,
} from '@casement/proto/http/install/batches/batches.js';
import { CircleX, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { HelpLink } from '@/components/installs/help-link.js';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { Note } from '@/components/ui/note.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { commonMessages } from '@/messages/common.js';
import { batchesMessages } from '@/messages/install/batches.js';
import { installMessages } from '@/messages/install/install.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import { useCancelRow, useRetryRow } from './api.js';
import { failureOf, ROW_STATUS_STYLES, stateOf } from './status-styles.js';

const CANCELLABLE: readonly BatchRowStatus[] = ['checking', 'ready', 'installing'];

interface RowProps {
  batch: Batch;
  row: BatchRow;
  onClose: () => void;
}

export default function RowDialog(props: RowProps) {
  const { batch, row } = props;
  if (RETRYABLE_ROW_STATUSES.includes(row.status) && batch.status !== 'cancelled')
    return <Retry {...props} />;
  return <LoadedRow {...props} />;
}

function LoadedRow({ batch, row, onClose }: RowProps) {
  const { row: m } = t(batchesMessages);
  const cancel = useCancelRow(batch.id, row.row);
  const cancelInstall = async () => {
    const done = () => ({ title: m.cancelled });
    await withToast(cancel.mutateAsync(undefined), { done, failed: m.cancelFailed });
    onClose();
  };
  return (
    <Dialog
      title={addressText(row.ip, row.ssh_port)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(commonMessages).close}</Button>
          {CANCELLABLE.includes(row.status) && (
            <Button variant="danger" busy={cancel.isPending} onClick={() => void cancelInstall()}>
              {m.cancel}
            </Button>
          )}
        </>
      }
    >
      <Facts row={row} />
    </Dialog>
  );
}

function Retry({ batch, row, onClose }: RowProps) {
  const { row: m } = t(batchesMessages);
  const retry = useRetryRow(batch.id, row.row);
  const [vps, setVps] = useState('');
  const [rdp, setRdp] = useState('');
  const [typed, setTyped] = useState('');
  const { missing_options: missing = [] } = row;
  const { number } = t(vpsCheckMessages).erase;
  const lastOctetIndex = row.ip.lastIndexOf('.') + 1;
  // A row that was not part of the confirmed start needs its own confirmation before it is erased.
  const isConfirmed = !batch.started_at || typed.trim() === row.ip.slice(lastOctetIndex);
  const hasPasswords = row.credentials_until !== null || (vps !== '' && rdp !== '');
  const submit = async () => {
    const body = { ...(vps && { passwd_vps: vps }), ...(rdp && { passwd_rdp: rdp }) };
    const done = () => ({ title: m.retried });
    if (await withToast(retry.mutateAsync(body), { done, failed: m.retryFailed })) onClose();
  };
  return (
    <FormDialog
      title={addressText(row.ip, row.ssh_port)}
      submit={m.retry}
      dismiss={t(commonMessages).close}
      pending={retry.isPending}
      variant={batch.started_at ? 'destroy' : 'primary'}
      disabled={!hasPasswords || !isConfirmed}
      onSubmit={submit}
      onClose={onClose}
    >
      <Facts row={row} />
      {missing.length > 0 && (
        <Note tone="warning" icon={TriangleAlert}>
          {m.retryWithout(missing.map((name) => m.options[name]).join(', '))}
        </Note>
      )}
      {batch.started_at && (
        <Note tone="danger" icon={TriangleAlert}>
          {m.retryStarts}
        </Note>
      )}
      <SecretField
        label={m.vps}
        help={row.credentials_until ? m.retryStored : undefined}
        autoComplete="off"
        value={vps}
        onChange={({ target }) => setVps(target.value)}
      />
      <SecretField
        label={m.rdp}
        autoComplete="new-password"
        value={rdp}
        onChange={({ target }) => setRdp(target.value)}
      />
      {batch.started_at && (
        <TextField
          label={number(row.ip.slice(0, lastOctetIndex))}
          mono
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </FormDialog>
  );
}

function Facts({ row }: { row: BatchRow }) {
  const m = t(batchesMessages);
  const { history } = t(installMessages);
  const failure = failureOf(row);
  const { win_name, win_ver, started_at, finished_at, quota, credentials_until } = row;
  const time = (term: string, instant: string | null): ReactNode =>
    instant && <DetailRow term={term} value={formatDateTime(instant)} plain />;
  return (
    <>
      {failure && (
        <Note tone="danger" icon={CircleX}>
          <b className="font-[600]">{failure.message}</b> {failure.cure}{' '}
          {failure.code && <HelpLink code={failure.code} about={failure.message} />}
        </Note>
      )}
      <DetailRows>
        <DetailRow term={m.form.row} value={row.row} />
        <DetailRow term={history.version} value={win_name ?? win_ver} plain />
        <DetailRow
          term={m.status}
          value={<Badge {...ROW_STATUS_STYLES[row.status]}>{stateOf(row)}</Badge>}
          plain
        />
        <DetailRow term={m.quota} value={m.quotas[quota]} plain />
        <DetailRow
          term={m.passwords}
          value={
            credentials_until
              ? m.passwordsUntil(formatDateTime(credentials_until))
              : m.passwordsErased
          }
          plain
        />
        {time(m.began, started_at)}
        {time(m.ended, finished_at)}
      </DetailRows>
    </>
  );
}
