import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';
import { useAllowNetwork } from './api.js';

interface AllowValues {
  network: string;
  note: string;
}

const resolver = schemaResolver<AllowValues>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/security/allowlist.js')))
      .allowNetworkRequest,
);

export default function AllowDialog({ onClose }: { onClose: () => void }) {
  const { allowlist: m } = t(securityToolsMessages);
  const allow = useAllowNetwork();
  const form = useForm<AllowValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { network: '', note: '' },
  });
  useDraft('allow', form, ['network', 'note'], { closes: true });
  const { errors, isSubmitting } = form.formState;

  const submit = async ({ network, note }: AllowValues) => {
    const sent = allow.mutateAsync({ network: network.trim(), note: note.trim() });
    sent.catch((error) => showProblems(error, ['network', 'note'], form.setError));
    const done = (added: { network: string }) => ({
      title: m.addedToast,
      description: m.addedHelp(added.network),
    });
    if (await withToast(sent, { done, failed: m.addFailed })) onClose();
  };
  return (
    <FormDialog
      title={m.addTitle}
      description={m.addLead}
      width={460}
      submit={m.add}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <TextField
        label={m.network}
        help={m.networkHelp}
        error={errors.network?.message}
        mono
        autoComplete="off"
        maxLength={64}
        {...form.register('network')}
      />
      <TextField
        label={m.noteOptional}
        error={errors.note?.message}
        maxLength={200}
        {...form.register('note')}
      />
    </FormDialog>
  );
}
