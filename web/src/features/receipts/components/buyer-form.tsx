import type { ReceiptParty } from '@casement/proto/http/billing/receipts.js';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { TextField } from '@/components/ui/form/field.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { Panel } from '@/components/ui/panel.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { receiptMessages } from '@/messages/receipts.js';
import { buyerQuery, useSaveBuyer } from '../api.js';

const EMPTY: ReceiptParty = { name: '', address: '', tax_id: '' };

const resolver = schemaResolver<ReceiptParty>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/billing/receipts.js'))).receiptBuyer,
);

/** Name, address and tax number for the customer's later receipts, all optional. */
export default function BuyerForm() {
  const { buyerForm: m } = t(receiptMessages);
  const { data } = useQuery(buyerQuery);
  const save = useSaveBuyer();
  const form = useForm<ReceiptParty>({ resolver, mode: 'onTouched', values: data ?? EMPTY });
  const { errors, isDirty } = form.formState;

  const submit = async (values: ReceiptParty) => {
    const saving = save.mutateAsync(values);
    await withToast(saving, { done: () => ({ title: m.saved }), failed: m.failed });
    await saving.catch((error: unknown) =>
      showProblems(error, ['name', 'address', 'tax_id'], form.setError),
    );
  };
  return (
    <Panel className="mt-5" title={m.title}>
      <form
        noValidate
        className="p-4 grid gap-4"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <p className="text-sm text-muted-foreground">{m.lead}</p>
        <TextField
          label={m.name}
          error={errors.name?.message}
          autoComplete="organization"
          disabled={!data}
          {...form.register('name')}
        />
        <TextArea
          label={m.address}
          error={errors.address?.message}
          autoComplete="street-address"
          disabled={!data}
          {...form.register('address')}
        />
        <TextField
          label={m.taxId}
          error={errors.tax_id?.message}
          autoComplete="off"
          disabled={!data}
          {...form.register('tax_id')}
        />
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={!isDirty}
          busy={save.isPending}
        >
          {m.save}
        </Button>
      </form>
    </Panel>
  );
}
