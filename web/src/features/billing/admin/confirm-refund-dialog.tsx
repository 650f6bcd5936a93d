import type { ConfirmRefundRequest } from '@casement/proto/http/billing/refunds.js';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { toastInvalid, withToast } from '@/lib/toast/toast-failure.js';
import { adminRefundMessages } from '@/messages/admin/billing/admin-refunds.js';
import { t } from '@/messages/i18n.js';
import { useConfirmRefund } from './api.js';

const resolver = schemaResolver<ConfirmRefundRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/billing/refunds.js')))
      .confirmRefundRequest,
);

/** Records that the money was returned, with the reference of the transfer. */
export default function ConfirmRefundDialog({
  id,
  lead,
  onClose,
}: {
  id: string;
  lead: string;
  onClose: () => void;
}) {
  const m = t(adminRefundMessages);
  const confirm = useConfirmRefund();
  const form = useForm<ConfirmRefundRequest>({ resolver, defaultValues: { reference: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = async ({ reference }: ConfirmRefundRequest) => {
    const sent = confirm.mutateAsync({ id, reference });
    sent.catch((error) => showProblems(error, ['reference'], form.setError));
    const done = () => ({ title: m.confirmed });
    if (await withToast(sent, { done, failed: m.confirmFailed })) onClose();
  };
  return (
    <FormDialog
      title={m.confirmTitle}
      description={lead}
      width={440}
      submit={m.confirm}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <TextField
        label={m.reference}
        help={m.referenceHelp}
        error={errors.reference?.message}
        autoComplete="off"
        {...form.register('reference')}
      />
    </FormDialog>
  );
}
