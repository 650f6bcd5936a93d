import { MAX_REASON, type UpdateQuotaRequest } from '@casement/proto/http/billing/quota.js';
import type { AdminUser } from '@casement/proto/http/auth/users.js';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { createIdempotencyKey } from '@/lib/api/idempotency-key.js';
import { useDraftState } from '@/lib/form/use-draft.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { userDialogMessages } from '@/messages/admin/users/user-dialogs.js';
import { userMessages } from '@/messages/admin/users/users.js';
import { useUpdateQuota } from '../api.js';

/** SPEC §5: invalid numbers count as 0. */
const amountOf = (typed: string): number => Math.trunc(Number(typed)) || 0;

/**
 * Adds to a user's quota or sets it. Negative amounts cannot be submitted; the preview is shown above 0 (SPEC §2,
 * §5).
 */
export function QuotaDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const texts = t(userMessages);
  const m = t(userDialogMessages).quota;
  const update = useUpdateQuota();
  const [operation, setOperation] = useDraftState<UpdateQuotaRequest['operation']>(
    `quota-operation-${user.id}`,
    'add',
  );
  const [typed, setTyped] = useDraftState(`quota-amount-${user.id}`, '0');
  const [reason, setReason] = useDraftState(`quota-reason-${user.id}`, '');
  const [idempotencyKey] = useState(createIdempotencyKey);
  const amount = amountOf(typed);

  const submit = async () => {
    const change = update.mutateAsync({
      id: user.id,
      amount,
      operation,
      ...(reason.trim() && { reason: reason.trim() }),
      // A different amount is a different correction.
      idempotencyKey: `${idempotencyKey}:${operation}:${amount}`,
    });
    const done = ({ newQuota }: { newQuota: number }) => ({
      title: m.updated,
      description: operation === 'add' ? m.increased(newQuota) : m.set(newQuota),
    });
    if (await withToast(change, { done, failed: texts.updateFailed })) onClose();
  };

  return (
    <FormDialog
      title={m.title}
      width={440}
      submit={m.submit}
      disabled={amount < 0}
      pending={update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <dl className="kv mb-1">
        <dt>{m.current}</dt>
        <dd className="num font-[560]">
          {user.quota === null ? m.unknown : formatFigure(user.quota)}
        </dd>
        <dt>{texts.username}</dt>
        <dd className="wrap-anywhere">{user.username}</dd>
        <dt>{texts.email}</dt>
        <dd className="wrap-anywhere">{user.email?.trim() || texts.noEmail}</dd>
      </dl>
      <SelectField
        label={m.operation}
        options={m.operations}
        value={operation}
        onChange={(event) => setOperation(event.target.value as typeof operation)}
      />
      <TextField
        label={m.amount}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(String(amount))}
      />
      <TextField
        label={m.reason}
        help={m.reasonHelp}
        maxLength={MAX_REASON}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {amount > 0 && (
        <p className="flex justify-between gap-4 text-sm" role="status">
          <span className="text-muted-foreground">{m.preview}</span>
          <span className="num font-[560]">
            {operation === 'set'
              ? m.sets(amount)
              : user.quota === null
                ? m.addsTo(amount)
                : m.adds(user.quota, amount)}
          </span>
        </p>
      )}
    </FormDialog>
  );
}
