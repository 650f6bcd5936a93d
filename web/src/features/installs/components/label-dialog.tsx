import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { MachineLabelRequest } from '@casement/proto/http/install/machines.js';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { machinesMessages } from '@/messages/install/machines.js';
import { useLabelMachine } from '../api.js';

const resolver = schemaResolver<MachineLabelRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/install/machines.js')))
      .machineLabelRequest,
);

/** Labels the machine of an install. */
export default function LabelDialog({
  install: { id, ip, label },
  onClose,
}: {
  install: InstallRecord;
  onClose: () => void;
}) {
  const { label: m } = t(machinesMessages);
  const save = useLabelMachine();
  const form = useForm<MachineLabelRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: { label: label ?? '' },
  });

  const submit = async (body: MachineLabelRequest) => {
    try {
      await save.mutateAsync({ id, ...body });
      toast({ title: m.saved, tone: 'success' });
      onClose();
    } catch (error) {
      if (!showProblems(error, ['label'], form.setError)) toastFailure(m.failed, error);
    }
  };

  return (
    <FormDialog
      title={m.title(ip)}
      width={440}
      submit={m.save}
      pending={save.isPending}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <TextField
        label={m.field}
        help={m.help}
        error={form.formState.errors.label?.message}
        autoComplete="off"
        maxLength={60}
        {...form.register('label')}
      />
    </FormDialog>
  );
}
