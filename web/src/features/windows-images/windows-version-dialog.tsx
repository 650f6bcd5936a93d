import type {
  WindowsVersion,
  WindowsVersionRequest,
} from '@casement/proto/http/install/windows/windows-versions.js';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { useSaveWindowsVersion } from './api.js';

const resolver = schemaResolver<WindowsVersionRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/install/windows/windows-versions.js')))
      .windowsVersionRequest,
);

const FIELDS: (keyof WindowsVersionRequest)[] = ['name', 'slug', 'processor'];

export default function WindowsVersionDialog({
  version,
  onClose,
}: {
  version?: WindowsVersion;
  onClose: () => void;
}) {
  const { versions: m } = t(adminInstallMessages);
  const saveVersion = useSaveWindowsVersion();
  const form = useForm<WindowsVersionRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: {
      name: version?.name ?? '',
      slug: version?.slug ?? '',
      processor: version?.processor ?? '',
      boot_guard: version?.boot_guard ?? true,
    },
  });
  useDraft(`version-${version?.id}`, form, FIELDS, { closes: true });
  const { errors, isSubmitting } = form.formState;

  const submit = async (values: WindowsVersionRequest) => {
    const change = saveVersion.mutateAsync({ ...values, id: version?.id });
    change.catch((error) => showProblems(error, FIELDS, form.setError));
    const done = () => ({ title: version ? m.updatedToast : m.createdToast });
    if (await withToast(change, { done, failed: m.operationFailed })) onClose();
  };

  return (
    <FormDialog
      title={version ? m.editTitle : m.addTitle}
      width={440}
      submit={m.save}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <TextField label={m.name} error={errors.name?.message} {...form.register('name')} />
      <TextField
        label={m.slug}
        help={m.slugHelp}
        error={errors.slug?.message}
        mono
        {...form.register('slug')}
      />
      <TextField
        label={m.processor}
        help={m.processorHelp}
        error={errors.processor?.message}
        mono
        {...form.register('processor')}
      />
      <label className="flex items-start gap-2.5 pointer-coarse:min-h-11 cursor-pointer">
        <input
          type="checkbox"
          className="size-4 mt-0.5 accent-primary cursor-[inherit]"
          {...form.register('boot_guard')}
        />
        <span>
          {m.bootGuard}
          <span className="block text-sm text-muted-foreground">{m.bootGuardHelp}</span>
        </span>
      </label>
    </FormDialog>
  );
}
