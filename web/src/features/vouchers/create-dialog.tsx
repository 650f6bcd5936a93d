import type { AdminVoucher } from '@casement/proto/http/billing/vouchers.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { DateField } from '@/components/ui/form/day-field.js';
import { TextField } from '@/components/ui/form/field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { createIdempotencyKey } from '@/lib/api/idempotency-key.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { formatFigure } from '@/lib/format/format.js';
import { toastInvalid, withToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { adminVoucherMessages } from '@/messages/admin/billing/vouchers.js';
import { useCreateVouchers } from './api.js';

const INITIAL = {
  kind: 'percentage',
  percentage: '10',
  quota: '1',
  count: '1',
  code: '',
  label: '',
  max_uses: '1',
  max_uses_per_user: '1',
  min_quantity: '1',
  valid_from: '',
  valid_until: '',
};
type Values = typeof INITIAL;

const numberOf = (typed: string) => Number(typed.replace(',', '.'));

function bodyOf({ kind, percentage, quota, code, max_uses, ...values }: Values) {
  const isQuota = kind === 'quota';
  return {
    label: values.label,
    percentage: isQuota ? null : numberOf(percentage),
    quota: isQuota ? numberOf(quota) : null,
    count: numberOf(values.count),
    ...(code.trim() && { code }),
    max_uses: max_uses.trim() ? numberOf(max_uses) : null,
    max_uses_per_user: numberOf(values.max_uses_per_user),
    min_quantity: isQuota ? 1 : numberOf(values.min_quantity),
    valid_from: values.valid_from || null,
    valid_until: values.valid_until || null,
  };
}

const resolver = schemaResolver<Values>(async () => {
  const { createVouchersRequest } = await loadSchemas(
    () => import('@casement/proto/http/billing/vouchers.js'),
  );
  return { safeParse: (values) => createVouchersRequest.safeParse(bodyOf(values as Values)) };
});

export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const { form: m, ...all } = t(adminVoucherMessages);
  const create = useCreateVouchers();
  const [idempotencyKey] = useState(createIdempotencyKey);
  const form = useForm<Values>({ resolver, mode: 'onTouched', defaultValues: INITIAL });
  const { errors, isSubmitting } = form.formState;
  const isQuota = form.watch('kind') === 'quota';

  const done = (vouchers: readonly AdminVoucher[]) =>
    vouchers.length === 1
      ? { title: m.created(vouchers[0]!.code) }
      : { title: m.createdMany(formatFigure(vouchers.length)), description: m.createdManyHelp };
  const submit = async (values: Values) => {
    const sent = create.mutateAsync({ ...bodyOf(values), idempotencyKey });
    if (await withToast(sent, { done, failed: m.failed })) return onClose();
    await sent.catch((error: unknown) => showProblems(error, ['code'], form.setError));
  };
  const field = (
    name: keyof Values,
    label: string,
    options: Parameters<typeof TextField>[0] | object = {},
  ) => (
    <TextField
      label={label}
      autoComplete="off"
      error={errors[name]?.message}
      {...options}
      {...form.register(name)}
    />
  );
  const whole = { inputMode: 'numeric' } as const;
  const day = (name: 'valid_from' | 'valid_until', label: string) => {
    const { ref, onBlur } = form.register(name);
    return (
      <DateField
        label={label}
        help={m.daysHelp}
        error={errors[name]?.message}
        ref={ref}
        name={name}
        onBlur={(event) => void onBlur(event)}
        value={form.watch(name)}
        onValueChange={(text) =>
          form.setValue(name, text.trim(), { shouldValidate: form.formState.isSubmitted })
        }
      />
    );
  };
  return (
    <FormDialog
      title={all.create}
      width={560}
      submit={m.submit}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <SelectField label={m.kind} options={Object.entries(m.kinds)} {...form.register('kind')} />
      {isQuota
        ? field('quota', m.quota, { ...whole, help: m.quotaHelp })
        : field('percentage', m.percentage, { inputMode: 'decimal', help: m.percentageHelp })}
      <div className="grid gap-4 sm:grid-cols-2">
        {field('count', m.count, { ...whole, help: m.countHelp })}
        {field('code', m.ownCode, { mono: true, help: m.ownCodeHelp })}
        {field('max_uses', m.maxUses, { ...whole, ...(!isQuota && { help: m.unlimited }) })}
        {field('max_uses_per_user', all.perUser, whole)}
        {day('valid_from', all.validFrom)}
        {day('valid_until', all.validUntil)}
      </div>
      {!isQuota && field('min_quantity', m.minQuantity, whole)}
      {field('label', all.label, { help: m.labelHelp })}
    </FormDialog>
  );
}
