import type { AdminTopupDetails } from '@casement/proto/http/billing/admin-topups.js';
import type { RefundRequestBody } from '@casement/proto/http/billing/refunds.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { formatFigure } from '@/lib/format/format.js';
import { toastInvalid, withToast } from '@/lib/toast/toast-failure.js';
import { adminRefundMessages } from '@/messages/admin/billing/admin-refunds.js';
import { t } from '@/messages/i18n.js';
import { useStartRefund } from './api.js';
import { ChoiceList } from './choice-list.js';
import { refundSum } from './refund-sum.js';

type Fields = Pick<RefundRequestBody, 'reason'>;

const resolver = schemaResolver<Fields>(async () =>
  (await loadSchemas(() => import('@casement/proto/http/billing/refunds.js'))).refundRequest.pick({
    reason: true,
  }),
);

/** Starts a refund: all of the payment or the unused part, by the provider or by hand. */
export default function RefundDialog({
  id,
  options,
  onClose,
}: {
  id: string;
  options: NonNullable<AdminTopupDetails['refund_options']>;
  onClose: () => void;
}) {
  const m = t(adminRefundMessages);
  const { full, unused, by_provider } = options;
  const [chosen, setChosen] = useState<RefundRequestBody['part']>();
  const part = unused ? chosen : 'full';
  const [byHand, setByHand] = useState(false);
  const start = useStartRefund();
  const form = useForm<Fields>({ resolver, defaultValues: { reason: '' } });
  useDraft(`refund-${id}`, form, ['reason'], { closes: true });
  const { errors, isSubmitting } = form.formState;
  const left = formatFigure(options.unused_quantity);

  const submit = async ({ reason }: Fields) => {
    if (!part) return toastInvalid({ part: { type: 'required', message: m.choose } });
    const sent = start.mutateAsync({ id, part, by_hand: byHand || !by_provider, reason });
    sent.catch((error) => showProblems(error, ['reason'], form.setError));
    const done = ({ state }: Awaited<typeof sent>) => ({ title: m.started[state] });
    if (await withToast(sent, { done, failed: m.failed })) onClose();
  };

  const parts = [
    { value: 'full' as const, title: m.full(refundSum(full)), help: m.fullHelp },
    ...(unused
      ? [{ value: 'unused' as const, title: m.unused(refundSum(unused)), help: m.unusedHelp(left) }]
      : []),
  ];
  return (
    <FormDialog
      title={m.title}
      width={480}
      submit={m.refund}
      variant="destroy"
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <ChoiceList legend={m.part} name="part" options={parts} chosen={part} onChoose={setChosen} />
      {by_provider ? (
        <div>
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-primary"
              checked={byHand}
              onChange={(event) => setByHand(event.target.checked)}
            />
            {m.byHand}
          </label>
          <p className="help">{m.byHandHelp}</p>
        </div>
      ) : (
        <p className="text-sm text-muted-foreground">{m.onlyByHand}</p>
      )}
      <TextArea
        label={m.reason}
        help={m.reasonHelp}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
    </FormDialog>
  );
}
