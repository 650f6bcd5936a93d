import type { ResolveReviewRequest, TopupReviewItem } from '@casement/proto/http/billing.js';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { TextArea } from '../../../components/ui/text-area.js';
import { attempt } from '../../../lib/attempt.js';
import { schemaResolver, showProblems } from '../../../lib/form.js';
import { say } from '../../../lib/messages.js';
import { tellInvalid } from '../../../lib/tell-invalid.js';
import { adminReviewTexts } from '../../../messages/admin-reviews.js';
import { commonTexts } from '../../../messages/common.js';
import { useResolveReview } from './reviews.js';

const FORM = 'review-form';
const resolver = schemaResolver<ResolveReviewRequest>(
  async () => (await import('./review-rules.js')).resolveReviewRequest,
);

/** Takes a payment off the list, with a note of what was done about it. */
export function ReviewDialog({
  review,
  onClose,
}: {
  review: TopupReviewItem;
  onClose: () => void;
}) {
  const { dialog: m, resolve, resolved, resolveFailed } = say(adminReviewTexts);
  const change = useResolveReview();
  const form = useForm<ResolveReviewRequest>({ resolver, defaultValues: { note: '' } });

  const submit = async ({ note }: ResolveReviewRequest) => {
    const sent = change.mutateAsync({ id: review.id, note });
    sent.catch((error) => showProblems(error, ['note'], form.setError));
    if (await attempt(sent, { done: () => ({ title: resolved }), failed: resolveFailed }))
      onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={m.title}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>{say(commonTexts).cancel}</Button>
          <Button type="submit" form={FORM} variant="primary" disabled={change.isPending}>
            {resolve}
          </Button>
        </>
      }
    >
      <p className="mb-4">{review.reason}</p>
      <form
        id={FORM}
        noValidate
        onSubmit={(event) => void form.handleSubmit(submit, tellInvalid)(event)}
      >
        <TextArea
          label={m.note}
          help={m.noteHelp}
          error={form.formState.errors.note?.message}
          {...form.register('note')}
        />
      </form>
    </Dialog>
  );
}
