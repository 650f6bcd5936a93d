import type { ImageKind } from '@casement/proto/http/install/linux.js';
import type { ImportImageRequest } from '@casement/proto/http/install/windows/images.js';
import { useQuery } from '@tanstack/react-query';
import { Info, TriangleAlert } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { Note } from '@/components/ui/note.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { formatSize } from '@/lib/format/format-size.js';
import { t } from '@/messages/i18n.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { linuxVersionMessages } from '@/messages/admin/windows/linux-versions.js';
import { windowsImageMessages } from '@/messages/admin/windows/windows-images.js';
import { useImportImage, importableFilesQuery } from './api.js';
import { UploadField } from './upload-field.js';

const resolver = schemaResolver<ImportImageRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/install/windows/images.js')))
      .importImageRequest,
);

export default function ImportImageDialog({
  kind,
  version: { id, name },
  onClose,
}: {
  kind: ImageKind;
  version: { id: string; name: string };
  onClose: () => void;
}) {
  const m = t(windowsImageMessages);
  const files = useQuery(importableFilesQuery);
  const importImage = useImportImage();
  const form = useForm<ImportImageRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: {
      windows_version_id: id,
      source: 'file',
      location: '',
      sha256: '',
      min_memory_mib: '',
      handshake_only: false,
    },
  });
  useDraft(`import-${id}`, form, ['source', 'location', 'sha256', 'min_memory_mib'], {
    closes: true,
  });
  const { errors, isSubmitting } = form.formState;
  const source = form.watch('source');

  const submit = async (values: ImportImageRequest) => {
    const change = importImage.mutateAsync(values);
    change.catch((error) =>
      showProblems(error, ['location', 'sha256', 'min_memory_mib'], form.setError),
    );
    const done = () => ({ title: m.startedToast });
    if (await withToast(change, { done, failed: m.operationFailed })) onClose();
  };
  const sourceField = form.register('source', {
    onChange: () => {
      form.setValue('location', '');
      form.clearErrors('location');
    },
  });

  return (
    <FormDialog
      title={m.importTitle(name)}
      width={480}
      submit={m.start}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      {kind === 'linux' && (
        <Note tone="info" icon={Info}>
          {t(linuxVersionMessages).imageHelp}
        </Note>
      )}
      <SelectField
        label={m.source}
        options={[
          ['file', m.sources.file],
          ['upload', m.sources.upload],
          ['url', m.sources.url],
        ]}
        {...sourceField}
      />
      {source === 'file' ? (
        <>
          <SelectField
            label={m.file}
            help={m.fileHelp}
            error={errors.location?.message}
            options={[
              ['', m.chooseFile],
              ...(files.data ?? []).map((file): [string, string] => [
                file.name,
                `${file.name} (${formatSize(file.size)})`,
              ]),
            ]}
            {...form.register('location')}
          />
          {(files.data?.length === 0 || files.isError) && (
            <Note tone="warning" icon={TriangleAlert}>
              {files.isError ? m.filesFailed : m.noFiles}
            </Note>
          )}
        </>
      ) : source === 'upload' ? (
        <UploadField
          kind="image"
          value={form.watch('location')}
          error={errors.location?.message}
          onChange={(id) => form.setValue('location', id, { shouldValidate: id !== '' })}
        />
      ) : (
        <TextField
          label={m.url}
          help={m.urlHelp}
          error={errors.location?.message}
          mono
          inputMode="url"
          {...form.register('location')}
        />
      )}
      <TextField
        label={m.sha256}
        help={m.sha256Help}
        error={errors.sha256?.message}
        mono
        {...form.register('sha256')}
      />
      <TextField
        label={m.minMemory}
        help={m.minMemoryHelp}
        error={errors.min_memory_mib?.message}
        inputMode="numeric"
        {...form.register('min_memory_mib')}
      />
      {kind === 'windows' && (
        <SelectField
          label={m.proof}
          help={m.proofHelp}
          options={[
            ['false', m.proofs.signIn],
            ['true', m.proofs.handshake],
          ]}
          {...form.register('handshake_only', { setValueAs: (value) => String(value) === 'true' })}
        />
      )}
    </FormDialog>
  );
}
