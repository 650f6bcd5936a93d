import type { CreatedTopup } from '@casement/proto/http/billing.js';
import { ArrowUpRight } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog.js';
import { Steps } from '@/components/ui/steps.js';
import { t } from '@/lib/messages.js';
import { toast } from '@/lib/toast.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { PaymentToMake } from './payment-facts.js';

/** A payment to be completed on the provider's page. */
export function PaymentCreatedDialog({
  topup,
  shown,
  onClose,
}: {
  topup: CreatedTopup;
  /** Rp: the total that was confirmed. */
  shown: number;
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
