import type { AdminTopupDetails } from '@casement/proto/http/billing/admin-topups.js';
import type { TopupRefund } from '@casement/proto/http/billing/refunds.js';
import { Ban, Clock, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Note } from '@/components/ui/note.js';
import { formatFigure } from '@/lib/format/format.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { adminRefundMessages } from '@/messages/admin/billing/admin-refunds.js';
import { t } from '@/messages/i18n.js';
import { useCancelRefund } from './api.js';
import { refundSum } from './refund-sum.js';

const ConfirmRefundDialog = lazyDialog(() => import('./confirm-refund-dialog.js'));

/** What an administrator still has to do about a refund. */
export function RefundNote({
  topup,
  onUser,
}: {
  topup: AdminTopupDetails;
  onUser: ((id: string) => void) | undefined;
}) {
  const m = t(adminRefundMessages);
  const { id, refund, refund_short, user_id } = topup;
  if (!refund) return null;
  if (refund.state === 'not_refunded') {
    return (
      refund.failure && (
        <Note tone="danger" icon={Ban} className="mb-4">
          {m.refused(refund.failure)}
        </Note>
      )
    );
  }
  if (refund.state !== 'refunded' || refund.failure) {
    return <UnfinishedRefund id={id} refund={refund} />;
  }
  if (refund.origin !== 'dispute' || refund_short === 0) return null;
  return (
    <Note tone="warning" icon={Ban} className="mb-4">
      <p>{m.disputeLost(formatFigure(refund_short))}</p>
      {onUser && (
        <Button size="sm" className="mt-2" onClick={() => onUser(user_id)}>
          {m.openAccount}
        </Button>
      )}
    </Note>
  );
}

/** Refund that is in progress, or whose money came back. */
function UnfinishedRefund({ id, refund }: { id: string; refund: TopupRefund }) {
  const m = t(adminRefundMessages);
  const [confirming, setConfirming] = useState(false);
  const cancel = useCancelRefund();
  const byHand = refund.state === 'by_hand';
  const { failure } = refund;
  const sum = refundSum(refund);
  const cancelNow = () =>
    withToast(cancel.mutateAsync(id), {
      done: () => ({ title: m.cancelled }),
      failed: m.cancelFailed,
    });
  return (
    <Note
      tone={failure ? 'danger' : 'info'}
      icon={failure ? Ban : byHand ? Undo2 : Clock}
      className="mb-4"
    >
      <p>{failure ? m.failedLater(sum, failure) : byHand ? m.byHandNow(sum) : m.pendingNow(sum)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setConfirming(true)}>
          {m.confirm}
        </Button>
        {byHand && (
          <Button
            size="sm"
            variant="ghost"
            busy={cancel.isPending}
            onClick={() => void cancelNow()}
          >
            {m.cancel}
          </Button>
        )}
      </div>
      {confirming && (
        <ConfirmRefundDialog
          id={id}
          lead={failure ? m.confirmFailedLead : m.confirmLead}
          onClose={() => setConfirming(false)}
        />
      )}
    </Note>
  );
}
