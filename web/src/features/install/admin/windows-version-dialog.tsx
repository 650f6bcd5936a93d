import type { WindowsVersion, WindowsVersionRequest } from '@casement/proto/http/install.js';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { TextField } from '../../../components/ui/field.js';
import { attempt } from '../../../lib/attempt.js';
import { schemaResolver, showProblems } from '../../../lib/form.js';
import { say } from '../../../lib/messages.js';
import { tellInvalid } from '../../../lib/tell-invalid.js';
import { adminInstallTexts } from '../../../messages/admin-installs.js';
import { commonTexts } from '../../../messages/common.js';
import { useSaveWindowsVersion } from './change-windows-versions.js';

const FORM = 'windows-version-form';
const resolver = schemaResolver<WindowsVersionRequest>(
  async () => (await import('./windows-version-rules.js')).windowsVersionRequest,
);

/** A new Windows version, or a change of one. */
export default function WindowsVersionDialog({
  version,
  onClose,
}: {
  version: WindowsVersion | undefined;
  onClose: () => void;
}) {
  const { versions: m } = say(adminInstallTexts);
  const saveVersion = useSaveWindowsVersion();
  const form = useForm<WindowsVersionRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: { name: version?.name ?? '', slug: version?.slug ?? '' },
  });
  const { errors } = form.formState;

  const submit = async (values: WindowsVersionRequest) => {
    const change = saveVersion.mutateAsync({ ...values, id: version?.id });
    change.catch((error) => showProblems(error, ['name', 'slug'], form.setError));
    const done = () => ({ title: version ? m.updatedToast : m.createdToast });
    if (await attempt(change, { done, failed: m.operationFailed })) onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={version ? m.editTitle : m.addTitle}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>{say(commonTexts).cancel}</Button>
          <Button type="submit" form={FORM} variant="primary" disabled={saveVersion.isPending}>
            {m.save}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void form.handleSubmit(submit, tellInvalid)(event)}
      >
        <TextField label={m.name} error={errors.name?.message} {...form.register('name')} />
        <TextField
          label={m.slug}
          help={m.slugHelp}
          error={errors.slug?.message}
          mono
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('slug')}
        />
      </form>
    </Dialog>
  );
}
