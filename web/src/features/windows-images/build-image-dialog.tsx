import type { BuildImageRequest } from '@casement/proto/http/install/windows/images.js';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Controller, useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { FieldNote, TextField } from '@/components/ui/form/field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { Note } from '@/components/ui/note.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { t } from '@/messages/i18n.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { imageUploadMessages } from '@/messages/admin/windows/image-uploads.js';
import { imageRecipesQuery, imageUploadsQuery, useBuildImage } from './api.js';
import { UploadField } from './upload-field.js';

const resolver = schemaResolver<BuildImageRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/install/windows/images.js')))
      .buildImageRequest,
);

export default function BuildImageDialog({
  version: { id, name },
  onClose,
}: {
  version: { id: string; name: string };
  onClose: () => void;
}) {
  const m = t(imageUploadMessages);
  const build = useBuildImage();
  const uploads = useQuery(imageUploadsQuery);
  const recipes = useQuery(imageRecipesQuery);
  const form = useForm<BuildImageRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: {
      windows_version_id: id,
      iso_upload_id: '',
      drivers_upload_id: '',
      edition: '' as unknown as number,
      firmware: 'uefi',
      recipe: '',
      disk_gib: '',
      licensed: false as unknown as true,
    },
  });
  const { errors, isSubmitting } = form.formState;
  const iso = uploads.data?.find((item) => item.id === form.watch('iso_upload_id'));
  const editions = iso?.status === 'ready' ? (iso.editions ?? []) : [];

  const submit = async (values: BuildImageRequest) => {
    const change = build.mutateAsync(values);
    change.catch((error) =>
      showProblems(error, ['edition', 'firmware', 'recipe', 'disk_gib', 'licensed'], form.setError),
    );
    const done = () => ({ title: m.startedToast });
    if (await withToast(change, { done, failed: m.startFailed })) onClose();
  };

  return (
    <FormDialog
      title={m.buildTitle(name)}
      description={m.buildHelp}
      width={560}
      submit={m.start}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <Note tone="warning" icon={TriangleAlert}>
        {m.untried}
      </Note>
      {(['iso', 'drivers'] as const).map((kind) => (
        <Controller
          key={kind}
          control={form.control}
          name={`${kind}_upload_id`}
          render={({ field }) => (
            <UploadField
              kind={kind}
              value={field.value}
              error={errors[`${kind}_upload_id`]?.message}
              onChange={field.onChange}
            />
          )}
        />
      ))}
      <SelectField
        label={m.edition}
        help={m.editionHelp}
        error={errors.edition?.message}
        options={[
          ['', m.chooseEdition],
          ...editions.map(
            ({ index, name: edition, build: number, languages }): [string, string] => [
              String(index),
              `${edition}, ${number}, ${languages.join(' ')}`,
            ],
          ),
        ]}
        {...form.register('edition')}
      />
      <SelectField
        label={m.firmware}
        help={m.firmwareHelp}
        error={errors.firmware?.message}
        options={[
          ['uefi', m.uefi],
          ['bios', m.bios],
        ]}
        {...form.register('firmware')}
      />
      <SelectField
        label={m.recipe}
        help={m.recipeHelp}
        error={errors.recipe?.message}
        options={[
          ['', m.automatic],
          ...(recipes.data ?? []).map((item): [string, string] => [item.name, item.title]),
        ]}
        {...form.register('recipe')}
      />
      <TextField
        label={m.disk}
        help={m.diskHelp}
        error={errors.disk_gib?.message}
        inputMode="numeric"
        {...form.register('disk_gib')}
      />
      <div>
        <label className="flex items-start gap-2.5 py-1 pointer-coarse:min-h-11 cursor-pointer">
          <input
            type="checkbox"
            className="size-4 mt-0.5 accent-primary cursor-[inherit]"
            {...form.register('licensed')}
          />
          <span>
            {m.licensed}
            <span className="block text-sm text-muted-foreground">{m.licensedHelp}</span>
          </span>
        </label>
        <FieldNote error={errors.licensed?.message} />
      </div>
    </FormDialog>
  );
}
