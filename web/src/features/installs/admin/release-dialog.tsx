import type { ReleaseInstallRequest } from '@casement/proto/http/install/admin-installs.js';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { addressOf } from '@/lib/installs/place.js';
import { toastInvalid, withToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { useReleaseInstall } from './api.js';

const resolver = schemaResolver<ReleaseInstallRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/install/admin-installs.js')))
      .releaseInstallRequest,
);

export default function ReleaseDialog({
  install,
  onClose,
}: {
  install: InstallRecord;
  onClose: () => void;
}) {
  const { recovery: m } = t(adminInstallMessages);
  const release = useReleaseInstall();
  const form = useForm<ReleaseInstallRequest>({ resolver, defaultValues: { note: '' } });
  const { errors } = form.formState;
  const submit = async ({ note }: ReleaseInstallRequest) => {
    const sent = release.mutateAsync({ id: install.id, note });
    sent.catch((error) => showProblems(error, ['note'], form.setError));
    const done = () => ({ title: m.released });
    if (await withToast(sent, { done, failed: m.releaseFailed })) onClose();
  };
  return (
    <FormDialog
      title={m.releaseTitle(addressOf(install))}
      width={440}
      submit={m.release}
      pending={release.isPending}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <p>{m.releaseHelp}</p>
      <TextArea
        label={m.note}
        help={m.noteHelp}
        error={errors.note?.message}
        {...form.register('note')}
      />
    </FormDialog>
  );
}
