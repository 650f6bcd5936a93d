import type { UpdateInstallRequest } from '@casement/proto/http/install/admin-installs.js';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { useState } from 'react';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { addressOf } from '@/lib/installs/place.js';
import { t } from '@/messages/i18n.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { installMessages } from '@/messages/install/install.js';
import { useUpdateInstall } from './api.js';

type ManualStatus = UpdateInstallRequest['status'];

/** SPEC §4: the only statuses that can be set manually. */
const MANUAL: readonly ManualStatus[] = ['pending', 'running', 'completed', 'failed'];

export default function InstallStatusDialog({
  install,
  onClose,
}: {
  install: InstallRecord;
  onClose: () => void;
}) {
  const texts = t(adminInstallMessages);
  const m = texts.dialog;
  const { statuses } = t(installMessages);
  const update = useUpdateInstall();
  // No default if the current status is not selectable, because a careless click would spend the quota.
  const present = MANUAL.find((manual) => manual === install.status);
  const [status, setStatus] = useState(present);
  const [error, setError] = useState<string>();

  const submit = async () => {
    if (!status) {
      setError(m.statusRequired);
      return toastInvalid({ status: { type: 'required', message: m.statusRequired } });
    }
    // The status can change later: before the commit, the VPS first returns to Linux.
    const done = ({ data }: Awaited<ReturnType<typeof update.mutateAsync>>) =>
      data && data.status !== status
        ? { title: texts.returning, description: texts.returningHelp }
        : { title: texts.updated };
    const change = update.mutateAsync({ id: install.id, status });
    if (await withToast(change, { done, failed: texts.updateFailed })) onClose();
  };

  return (
    <FormDialog
      title={m.title}
      width={420}
      submit={m.submit}
      pending={update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <dl className="kv items-center mb-1">
        <dt>{texts.ip}</dt>
        <dd className="mono">{addressOf(install)}</dd>
        <dt>{texts.user}</dt>
        <dd>{install.username ?? texts.unknownUser}</dd>
        <dt>{texts.status}</dt>
        <dd>
          <InstallStatusBadge status={install.status} />
        </dd>
      </dl>
      <SelectField
        label={m.newStatus}
        help={m.quotaRule}
        error={error}
        options={[
          ...(present ? [] : [['', m.choose] as [string, string]]),
          ...MANUAL.map((manual): [string, string] => [manual, statuses[manual]]),
        ]}
        value={status ?? ''}
        onChange={(event) => {
          setStatus(MANUAL.find((manual) => manual === event.target.value));
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
