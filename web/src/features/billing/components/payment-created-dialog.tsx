import type { CreatedTopup } from '@casement/proto/http/billing.js';
import { ArrowUpRight } from 'lucide-react';
import { Button } from '../../../components/ui/button.js';
import { CopyButton } from '../../../components/ui/copy-button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { Steps } from '../../../components/ui/steps.js';
import { formatDateTime, formatRupiah } from '../../../lib/format.js';
import { say } from '../../../lib/messages.js';
import { toast } from '../../../lib/toast.js';
import { billingTexts } from '../../../messages/billing.js';
import { commonTexts } from '../../../messages/common.js';
import { TopupStatusBadge } from './topup-status-badge.js';

/** A payment that is finished on the provider's page. */
export function PaymentCreatedDialog({
  topup,
  onClose,
}: {
  topup: CreatedTopup;
  onClose: () => void;
}) {
  const m = say(billingTexts);
  const go = () => {
    if (topup.checkout_url) {
      window.open(topup.checkout_url, '_blank', 'noopener');
      onClose();
    } else {
      toast({ title: m.urlMissing, description: m.urlMissingHelp, tone: 'destructive' });
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={m.created}
      description={m.createdLead}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>{say(commonTexts).close}</Button>
          <Button variant="primary" onClick={go}>
            {m.continue}
            <ArrowUpRight className="ic ic-sm" />
          </Button>
        </>
      }
    >
      <Steps names={m.steps} current={2} />
      <p className="text-xs text-muted-foreground mt-5">{m.amountExFee}</p>
      <p className="num text-2xl font-[640] tracking-[-0.02em] mb-3">
        {formatRupiah(topup.final_amount)}
      </p>
      <dl className="kv gap-y-2.5! items-center">
        <dt>{m.status}</dt>
        <dd>
          <TopupStatusBadge status={topup.status} />
        </dd>
        <dt>{m.payment}</dt>
        <dd>{topup.payment_name}</dd>
        <dt>{m.quantity}</dt>
        <dd className="num">{topup.quantity}</dd>
        <dt>{m.reference}</dt>
        <dd className="mono wrap-break-word min-w-0">{topup.reference}</dd>
        {topup.pay_code && (
          <>
            <dt>{m.payCode}</dt>
            <dd className="mono flex gap-1 items-center justify-end">
              {topup.pay_code}
              <CopyButton value={topup.pay_code} what={m.payCode} />
            </dd>
          </>
        )}
        <dt>{m.expires}</dt>
        <dd className="num">{formatDateTime(topup.expired_time * 1000)}</dd>
      </dl>
    </Dialog>
  );
}
