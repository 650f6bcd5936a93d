import type { Script, ScriptRequest } from '@casement/proto/http/install/windows/scripts.js';
import { MAX_SCRIPT_SIZE } from '@casement/proto/http/install/windows/script-limits.js';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { TextField } from '@/components/ui/form/field.js';
import { TextFileArea } from '@/components/ui/form/text-file-area.js';
import { schemaResolver } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { toastFailure, toastInvalid } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { scriptsMessages } from '@/messages/install/scripts.js';
import { scriptQuery, useSaveScript } from './api.js';

const resolver = schemaResolver<ScriptRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/install/windows/scripts.js')))
      .scriptRequest,
);

/** @param script script to change; omitted for a new one */
export default function ScriptDialog({
  offered,
  script,
  onClose,
}: {
  offered: boolean;
  script: Script | undefined;
  onClose: () => void;
}) {
  const m = t(scriptsMessages);
  const saved = useQuery({ ...scriptQuery(script?.id ?? ''), enabled: script !== undefined });
  const save = useSaveScript(offered, script?.id);
  const form = useForm<ScriptRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: { name: '', description: '', content: '' },
    ...(saved.data && { values: saved.data }),
  });
  const { errors, isSubmitting } = form.formState;
  const isReady = script === undefined || saved.isSuccess;

  const submit = async ({ name, description, content }: ScriptRequest) => {
    try {
      await save.mutateAsync({ name, description, content });
      onClose();
    } catch (error) {
      toastFailure(m.saveFailed, error);
    }
  };
  return (
    <FormDialog
      title={script ? m.editOf(script.name) : m.add}
      description={m.dialogLead}
      width={560}
      submit={m.save}
      disabled={!isReady}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      {saved.isError && <QueryError query={saved} title={m.loadFailed} />}
      {!isReady && !saved.isError && <RowsSkeleton label={m.loading} rows={3} />}
      {isReady && (
        <>
          <TextField
            label={m.name}
            error={errors.name?.message}
            autoComplete="off"
            {...form.register('name')}
          />
          <TextField
            label={m.description}
            help={offered ? m.offeredDescriptionHelp : undefined}
            error={errors.description?.message}
            autoComplete="off"
            {...form.register('description')}
          />
          <TextFileArea
            label={m.content}
            help={offered ? m.offeredContentHelp : m.contentHelp}
            error={errors.content?.message}
            mono
            rows={8}
            fileLabel={m.file}
            maxBytes={MAX_SCRIPT_SIZE + 1}
            onFile={(content) =>
              form.setValue('content', content, { shouldDirty: true, shouldValidate: true })
            }
            {...form.register('content')}
          />
        </>
      )}
    </FormDialog>
  );
}
