import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { addressOf } from '@/lib/installs/place.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { useStartWindows } from './api.js';

export default function StartWindowsDialog({
  install,
  onClose,
}: {
  install: InstallRecord;
  onClose: () => void;
}) {
  const { recovery: m } = t(adminInstallMessages);
  const { id, quota, guard } = install;
  const start = useStartWindows();
  const submit = async () => {
    const done = () => ({ title: m.started, description: m.ordered });
    if (await withToast(start.mutateAsync(id), { done, failed: m.startFailed })) onClose();
  };
  return (
    <FormDialog
      title={m.startTitle(addressOf(install))}
      width={440}
      submit={m.start}
      pending={start.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{m.startHelp(guard!.limit)}</p>
      {quota === 'held' && <p>{m.startHeld}</p>}
      {quota === 'returned' && <p>{m.startReturned}</p>}
    </FormDialog>
  );
}
