import type {
  AdminPaymentMethod,
  UpdatePaymentMethodRequest,
} from '@casement/proto/http/billing/payment-methods.js';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { catalogueMessages } from '@/messages/admin/billing/catalogue.js';
import { useUpdatePaymentMethod } from './api.js';

type Fee = Required<Pick<UpdatePaymentMethodRequest, 'fee_flat' | 'fee_percent'>>;

const resolver = schemaResolver<Fee>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/billing/payment-methods.js')))
      .updatePaymentMethodRequest,
);
const AS_NUMBER = { valueAsNumber: true };

/** Fee of a method whose provider lists none. */
export default function FeeDialog({
  method,
  onClose,
}: {
  method: AdminPaymentMethod;
  onClose: () => void;
}) {
  const m = t(catalogueMessages).payments;
  const { code, name, fee_flat, fee_percent } = method;
  const update = useUpdatePaymentMethod();
  const form = useForm<Fee>({ resolver, defaultValues: { fee_flat, fee_percent } });
  const { errors, isSubmitting } = form.formState;

  const submit = async (fee: Fee) => {
    const sent = update.mutateAsync({ code, ...fee });
    sent.catch((error) => showProblems(error, ['fee_flat', 'fee_percent'], form.setError));
    const done = () => ({ title: m.updated, description: m.feeSaved(name) });
    const failure = { failed: m.updateFailed, fallback: m.updateFailedHelp };
    if (await withToast(sent, { done, ...failure })) onClose();
  };

  return (
    <FormDialog
      title={m.editFeeOf(name)}
      description={m.feeHelp}
      width={480}
      submit={m.saveFee}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <TextField
        label={m.feeFlat}
        type="number"
        inputMode="numeric"
        min={0}
        error={errors.fee_flat?.message}
        {...form.register('fee_flat', AS_NUMBER)}
      />
      <TextField
        label={m.feePercent}
        help={m.feePercentHelp}
        type="number"
        inputMode="decimal"
        min={0}
        max={100}
        step="any"
        error={errors.fee_percent?.message}
        {...form.register('fee_percent', AS_NUMBER)}
      />
    </FormDialog>
  );
}
