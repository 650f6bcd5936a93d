import type { TopupHistoryItem } from '@casement/proto/http/billing/billing.js';
import { ArrowUpRight } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { Steps } from '@/components/ui/steps.js';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { PaymentToMake, type Amounts } from './payment-facts.js';

type PaymentElsewhere = Amounts &
  Pick<
    TopupHistoryItem,
    | 'reference'
    | 'status'
    | 'quantity'
    | 'payment_name'
    | 'pay_code'
    | 'expired_time'
    | 'checkout_url'
  >;

/** A payment to be completed on the provider's page. */
export function PaymentCreatedDialog({
  topup,
  shown,
  onClose,
}: {
  topup: PaymentElsewhere;
  /** Confirmed total in Rp, if the order was just created. */
  shown?: number | undefined;
  onClose: () => void;
}) {
  const m = t(billingMessages);
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
          <Button onClick={onClose}>{t(commonMessages).close}</Button>
          <Button variant="primary" onClick={go}>
            {m.continue}
            <ArrowUpRight className="ic ic-sm" />
          </Button>
        </>
      }
    >
      <Steps names={m.steps} current={2} />
      <div className="mt-5">
        <PaymentToMake payment={topup} status={topup.status} shown={shown} />
      </div>
    </Dialog>
  );
}
