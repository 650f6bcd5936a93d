import type {
  ResolveReviewRequest,
  TopupReviewItem,
} from '@casement/proto/http/billing/billing.js';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { formatFigure, formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { adminReviewMessages } from '@/messages/admin/admin-reviews.js';
import { useResolveReview } from './api.js';
import { reviewReason } from './review-reason.js';

const resolver = schemaResolver<ResolveReviewRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/billing/billing.js')))
      .resolveReviewRequest,
);

/** Resolves a payment under review, with a note about what was done. */
export function ReviewDialog({
  review,
  onClose,
}: {
  review: TopupReviewItem;
  onClose: () => void;
}) {
  const { dialog: m, ordered, resolve, resolved, resolveFailed } = t(adminReviewMessages);
  const change = useResolveReview();
  const form = useForm<ResolveReviewRequest>({ resolver, defaultValues: { note: '' } });
  useDraft(`review-${review.id}`, form, ['note'], { closes: true });
  const { errors, isSubmitting } = form.formState;

  const submit = async ({ note }: ResolveReviewRequest) => {
    const sent = change.mutateAsync({ id: review.id, note });
    sent.catch((error) => showProblems(error, ['note'], form.setError));
    if (await withToast(sent, { done: () => ({ title: resolved }), failed: resolveFailed }))
      onClose();
  };

  return (
    <FormDialog
      title={m.title}
      width={460}
      submit={resolve}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {[
          review.username ?? review.user_id,
          ordered(formatFigure(review.quantity)),
          formatRupiah(review.final_amount),
        ].join(' · ')}
      </p>
      <p>{reviewReason(review)}</p>
      <TextArea
        label={m.note}
        help={m.noteHelp}
        error={errors.note?.message}
        {...form.register('note')}
      />
    </FormDialog>
  );
}
