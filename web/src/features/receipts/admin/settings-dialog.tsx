import type { ReceiptSettings } from '@casement/proto/http/billing/receipts.js';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { toastInvalid, withToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { catalogueMessages } from '@/messages/admin/billing/catalogue.js';
import { receiptMessages } from '@/messages/receipts.js';
import { useSaveSettings } from '../api.js';

interface Values extends Record<Exclude<keyof ReceiptSettings, 'tax_rate'>, string> {
  /** Text as typed. */
  tax_rate: string;
  withTax: boolean;
}

const bodyOf = ({ withTax, tax_rate, ...values }: Values): ReceiptSettings =>
  withTax
    ? { ...values, tax_rate: Number(tax_rate.replace(',', '.')) }
    : { ...values, tax_label: null, tax_rate: null, tax_base_factor: null };

const resolver = schemaResolver<Values>(async () => {
  const { receiptSettings } = await loadSchemas(
    () => import('@casement/proto/http/billing/receipts.js'),
  );
  return { safeParse: (values) => receiptSettings.safeParse(bodyOf(values as Values)) };
});

export default function SettingsDialog({
  settings,
  onClose,
}: {
  settings: ReceiptSettings;
  onClose: () => void;
}) {
  const { admin: m } = t(receiptMessages);
  const { save: submitLabel } = t(catalogueMessages);
  const save = useSaveSettings();
  const form = useForm<Values>({
    resolver,
    mode: 'onTouched',
    defaultValues: {
      ...settings,
      tax_label: settings.tax_label ?? 'PPN',
      tax_rate: String(settings.tax_rate ?? ''),
      tax_base_factor: settings.tax_base_factor ?? '1/1',
      withTax: settings.tax_label !== null,
    },
  });
  const { errors, isSubmitting } = form.formState;
  const withTax = form.watch('withTax');
  const prefix = form.watch('receipt_prefix');

  const submit = async (values: Values) => {
    const saving = save.mutateAsync(bodyOf(values));
    const saved = await withToast(saving, { done: () => ({ title: m.saved }), failed: m.failed });
    if (saved) return onClose();
    await saving.catch((error: unknown) =>
      showProblems(error, ['seller_name', 'seller_address', 'tax_label'], form.setError),
    );
  };
  return (
    <FormDialog
      title={m.settings}
      description={m.settingsLead}
      width={500}
      submit={submitLabel}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <TextField
        label={m.sellerName}
        error={errors.seller_name?.message}
        {...form.register('seller_name')}
      />
      <TextArea
        label={m.sellerAddress}
        error={errors.seller_address?.message}
        {...form.register('seller_address')}
      />
      <TextField
        label={m.sellerTaxId}
        error={errors.seller_tax_id?.message}
        {...form.register('seller_tax_id')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={m.prefix}
          mono
          help={m.prefixHelp(`${prefix}-${new Date().getFullYear()}-000001`)}
          error={errors.receipt_prefix?.message}
          {...form.register('receipt_prefix')}
        />
        <TextField
          label={m.creditNotePrefix}
          mono
          error={errors.credit_note_prefix?.message}
          {...form.register('credit_note_prefix')}
        />
      </div>
      <div>
        <label className="flex items-center gap-2">
          <input type="checkbox" className="size-4 accent-primary" {...form.register('withTax')} />
          {m.tax}
        </label>
        <p className="help">{m.taxHelp}</p>
      </div>
      {withTax && (
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            label={m.taxLabel}
            error={errors.tax_label?.message}
            {...form.register('tax_label')}
          />
          <TextField
            label={m.taxRate}
            inputMode="decimal"
            error={errors.tax_rate?.message}
            {...form.register('tax_rate')}
          />
          <TextField
            label={m.taxBase}
            help={m.taxBaseHelp}
            error={errors.tax_base_factor?.message}
            {...form.register('tax_base_factor')}
          />
        </div>
      )}
    </FormDialog>
  );
}
