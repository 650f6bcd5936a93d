import type { ImageKind } from '@casement/proto/http/install/linux.js';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { linuxVersionMessages } from '@/messages/admin/windows/linux-versions.js';
import { useSaveVersion, type Version, type VersionRequest } from './api.js';
import { versionTexts } from './version-texts.js';

const RESOLVERS = {
  windows: schemaResolver<VersionRequest>(
    async () =>
      (await loadSchemas(() => import('@casement/proto/http/install/windows/windows-versions.js')))
        .windowsVersionRequest,
  ),
  linux: schemaResolver<VersionRequest>(
    async () =>
      (await loadSchemas(() => import('@casement/proto/http/install/linux.js')))
        .linuxVersionRequest,
  ),
};

const FIELDS: (keyof VersionRequest)[] = ['name', 'slug', 'processor'];

export default function VersionDialog({
  kind,
  version,
  onClose,
}: {
  kind: ImageKind;
  version?: Version;
  onClose: () => void;
}) {
  const m = versionTexts(kind);
  const lm = t(linuxVersionMessages);
  const isLinux = kind === 'linux';
  const saveVersion = useSaveVersion(kind);
  const form = useForm<VersionRequest>({
    resolver: RESOLVERS[kind],
    mode: 'onTouched',
    defaultValues: {
      name: version?.name ?? '',
      slug: version?.slug ?? '',
      ...(isLinux
        ? { enabled: version?.enabled ?? true }
        : { processor: version?.processor ?? '', boot_guard: version?.boot_guard ?? true }),
    },
  });
  useDraft(`${kind}-version-${version?.id}`, form, FIELDS, { closes: true });
  const { errors, isSubmitting } = form.formState;

  const submit = async (values: VersionRequest) => {
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
      {!isLinux && (
        <TextField
          label={m.processor}
          help={m.processorHelp}
          error={errors.processor?.message}
          mono
          {...form.register('processor')}
        />
      )}
      <label className="flex items-start gap-2.5 pointer-coarse:min-h-11 cursor-pointer">
        <input
          type="checkbox"
          className="size-4 mt-0.5 accent-primary cursor-[inherit]"
          {...form.register(isLinux ? 'enabled' : 'boot_guard')}
        />
        <span>
          {isLinux ? lm.enabled : m.bootGuard}
          <span className="block text-sm text-muted-foreground">
            {isLinux ? lm.enabledHelp : m.bootGuardHelp}
          </span>
        </span>
      </label>
    </FormDialog>
  );
}
