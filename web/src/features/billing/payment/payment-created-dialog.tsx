import type { PaymentInstruction, TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/ui/button.js';
import { CopyButton } from '@/components/ui/copy-button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { Steps } from '@/components/ui/steps.js';
import { POLL_MS } from '@/config/limits.js';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { useNow } from '@/lib/use-now.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { ownTopupQuery } from '../api.js';
import { kindOf } from '../method-kind.js';
import { isPayable, statusAt } from '../topup-status.js';
import { PaymentToMake, type Amounts } from './payment-facts.js';
import { PaymentInstructions } from './payment-instructions.js';
import { PaymentState } from './payment-state.js';

export type PaymentElsewhere = Amounts &
  Pick<
    TopupHistoryItem,
    | 'status'
    | 'quantity'
    | 'payment_name'
    | 'payment_method'
    | 'pay_code'
    | 'expired_time'
    | 'checkout_url'
  > & {
    reference: string;
    payment_url?: string | null;
    instructions?: PaymentInstruction[] | null | undefined;
  };

/**
 * A payment to be completed in a banking app, at a counter or on the provider's page. Polls the payment every 5 s
 * until it is PAID, like the QR dialog.
 */
export function PaymentCreatedDialog({
  topup,
  shown,
  onPaid,
  onClose,
}: {
  topup: PaymentElsewhere;
  /** Confirmed total in Rp, if the order was just created. */
  shown?: number | undefined;
  onPaid: (payment: PaymentElsewhere) => void;
  onClose: () => void;
}) {
  const m = t(billingMessages);
  const now = useNow(1_000);
  const { data: entry } = useQuery({
    ...ownTopupQuery(topup.reference),
    refetchInterval: POLL_MS,
  });
  const paid = entry?.status === 'PAID';
  const status = statusAt(entry ?? topup, now);
  const payable = isPayable(entry ?? topup, now);
  const code = payable ? topup.pay_code : null;
  const method = { code: topup.payment_method, name: topup.payment_name };
  const codeLabel = kindOf(method) === 'bank' ? m.accountNumber : m.payCode;

  useEffect(() => {
    if (paid) onPaid(topup);
  }, [paid, onPaid, topup]);

  const go = () => {
    const url = topup.checkout_url ?? topup.payment_url;
    if (url) {
      window.open(url, '_blank', 'noopener');
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
          {payable && (
            <Button {...(code === null ? { variant: 'primary' } : {})} onClick={go}>
              {m.continue}
              <ArrowUpRight className="ic ic-sm" />
            </Button>
          )}
        </>
      }
    >
      <Steps names={m.steps} current={2} />
      <div className="mt-5">
        {code !== null && (
          <>
            <p className="text-xs text-muted-foreground">{codeLabel}</p>
            <p className="mb-3 flex items-center gap-1">
              <span className="mono text-2xl font-[560] wrap-anywhere">{code}</span>
              <CopyButton value={code} label={codeLabel} />
            </p>
          </>
        )}
        <PaymentToMake payment={{ ...topup, pay_code: null }} status={status} shown={shown} />
      </div>
      <div className="mt-4">
        <PaymentState status={status} expired_time={topup.expired_time} now={now} />
      </div>
      {code !== null && (
        <PaymentInstructions guides={entry?.instructions ?? topup.instructions ?? []} />
      )}
    </Dialog>
  );
}
