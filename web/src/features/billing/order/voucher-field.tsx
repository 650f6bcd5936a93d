import type { RedeemedVoucher } from '@casement/proto/http/billing/vouchers.js';
import type { TopupQuote } from '@casement/proto/http/billing/topups.js';
import { Gift, TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { TextField } from '@/components/ui/form/field.js';
import { Note } from '@/components/ui/note.js';
import { createIdempotencyKey } from '@/lib/api/idempotency-key.js';
import { problemMessage } from '@/lib/api/api-error.js';
import { formatFigure } from '@/lib/format/format.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { voucherMessages } from '@/messages/vouchers.js';
import { useRedeemVoucher } from '../api.js';

/** Optional voucher code, collapsed until it is needed. */
export function VoucherField({
  applied,
  quoted,
  pending,
  onApply,
  onRedeemed,
}: {
  /** Applied code; '' for none. */
  applied: string;
  quoted: TopupQuote['voucher'];
  /** The quote does not contain the applied code yet. */
  pending: boolean;
  onApply: (code: string) => void;
  onRedeemed: (voucher: RedeemedVoucher) => void;
}) {
  const m = t(voucherMessages);
  const [open, setOpen] = useState(applied !== '');
  const [typed, setTyped] = useState(applied);
  // A retry after a lost response redeems once.
  const [idempotencyKey] = useState(createIdempotencyKey);
  const redeem = useRedeemVoucher();
  const voucher = applied && !pending ? quoted : null;
  const refusal = voucher?.refusal;

  if (!open) {
    return (
      <Button variant="ghost" size="sm" className="mt-4 -ml-2" onClick={() => setOpen(true)}>
        <TicketPercent className="ic ic-sm" />
        {m.open}
      </Button>
    );
  }
  return (
    <div className="mt-5 grid gap-3">
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onApply(typed.trim());
        }}
      >
        <div className="flex-1 min-w-0">
          <TextField
            label={m.code}
            autoFocus={!applied}
            mono
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            value={typed}
            error={refusal ? problemMessage(refusal.code, { message: refusal.message }) : undefined}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => onApply(typed.trim())}
          />
        </div>
        <Button
          type="submit"
          className="mt-6 h-10! max-sm:h-11!"
          busy={applied !== '' && pending}
          disabled={typed.trim() === ''}
        >
          {m.apply}
        </Button>
      </form>
      {voucher && !refusal && voucher.quota !== null && (
        <Note tone="active" icon={Gift}>
          <span className="block mb-2">{m.free(voucher.quota)}</span>
          <Button
            variant="primary"
            size="sm"
            busy={redeem.isPending}
            onClick={() =>
              redeem.mutate(
                { code: voucher.code, idempotencyKey },
                { onSuccess: onRedeemed, onError: (error) => toastFailure(m.failed, error) },
              )
            }
          >
            {m.redeem}
          </Button>
        </Note>
      )}
      {voucher && !refusal && voucher.percentage !== null && (
        <p className="help" role="status">
          {(voucher.applied ? m.applied : m.betterDiscount)(formatFigure(voucher.percentage))}
        </p>
      )}
    </div>
  );
}
