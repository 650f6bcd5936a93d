import type {
  AdminTopupDetails,
  ResolveReviewRequest,
} from '@casement/proto/http/billing/admin-topups.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { FactList } from '@/components/ui/fact-list.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { formatFigure, formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { adminReviewMessages } from '@/messages/admin/billing/admin-reviews.js';
import { topupDetailsQuery, useDecideTopup, type TopupDecision } from './api.js';
import { ChoiceList } from './choice-list.js';
import { reviewReason } from './review-reason.js';

const resolver = schemaResolver<ResolveReviewRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/billing/admin-topups.js')))
      .resolveReviewRequest,
);

/** Amounts that the provider reported as paid, oldest first. */
const receivedBy = ({ callbacks }: AdminTopupDetails) =>
  callbacks.flatMap(({ status, amount }) => (status === 'PAID' && amount !== null ? amount : []));

/** Decides about a payment: credit the ordered quota, or close the review with a note. */
export default function TopupTaskDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { dialog: m, loadFailed } = t(adminReviewMessages);
  const query = useQuery(topupDetailsQuery(id));
  const topup = query.data;
  const quantity = formatFigure(topup?.quantity ?? 0);
  const options: [decision: TopupDecision, offered: boolean, title: string, help: string][] = [
    ['credit', topup?.creditable === true, m.credit(quantity), m.creditHelp],
    ['close', topup !== undefined && topup.review !== null, m.close, m.closeHelp],
  ];
  const offered = options.filter(([, isOffered]) => isOffered);
  const [chosen, setChosen] = useState<TopupDecision>();
  const decision = offered.length === 1 ? offered[0]?.[0] : chosen;
  const decide = useDecideTopup();
  const form = useForm<ResolveReviewRequest>({ resolver, defaultValues: { note: '' } });
  useDraft(`review-${id}`, form, ['note'], { closes: true });
  const { errors, isSubmitting } = form.formState;

  const submit = async ({ note }: ResolveReviewRequest) => {
    if (!decision) return toastInvalid({ decision: { type: 'required', message: m.choose } });
    const sent = decide.mutateAsync({ id, decision, note, review: topup?.review ?? '' });
    sent.catch((error) => showProblems(error, ['note'], form.setError));
    const done = () => ({ title: decision === 'credit' ? m.credited(quantity) : m.closed });
    if (await withToast(sent, { done, failed: m.failed })) onClose();
  };

  return (
    <FormDialog
      title={m.title}
      description={topup && <span className="mono">{topup.reference ?? topup.merchant_ref}</span>}
      width={480}
      submit={offered.find(([name]) => name === decision)?.[2] ?? m.submit}
      pending={isSubmitting}
      disabled={offered.length === 0}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      {topup ? (
        <Comparison topup={topup} />
      ) : (
        <QueryFallback query={query} bare title={loadFailed} rows={4} />
      )}
      {topup && offered.length === 0 && <p>{m.nothingToDecide}</p>}
      {offered.length > 1 && (
        <ChoiceList
          legend={m.decision}
          name="decision"
          options={offered.map(([value, , title, help]) => ({ value, title, help }))}
          chosen={decision}
          onChoose={setChosen}
        />
      )}
      {offered.length > 0 && (
        <TextArea
          label={m.note}
          help={m.noteHelp}
          error={errors.note?.message}
          {...form.register('note')}
        />
      )}
    </FormDialog>
  );
}

/** Ordered and received amounts, and the reason of the review. */
function Comparison({ topup }: { topup: AdminTopupDetails }) {
  const { dialog: m, user } = t(adminReviewMessages);
  const received = receivedBy(topup);
  return (
    <>
      <FactList
        className="num"
        facts={[
          [user, topup.username ?? topup.user_id],
          [
            m.ordered,
            `${m.quota(formatFigure(topup.quantity))} · ${formatRupiah(topup.payable_amount ?? topup.final_amount)}`,
          ],
          [
            m.received,
            received.length === 0 ? m.nothingReceived : received.map(formatRupiah).join(' + '),
          ],
        ]}
      />
      {topup.review !== null && (
        <p>{reviewReason({ review: topup.review, reason: topup.reason })}</p>
      )}
    </>
  );
}
