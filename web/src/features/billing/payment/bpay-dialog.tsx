import type { VerifyBpayResponse } from '@casement/proto/http/billing/bpay.js';
import { useQuery } from '@tanstack/react-query';
import { Clock, TimerOff } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { Note } from '@/components/ui/note.js';
import { Steps } from '@/components/ui/steps.js';
import { POLL_MS } from '@/config/limits.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadRules, prefetchRules } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { formatCountdown, formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { useNow } from '@/lib/use-now.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { ownTopupQuery, useVerifyBpay } from '../api.js';
import { describeFailure, type BpayClaim, type VerificationFailure } from '../bpay.js';
import { BpayFailure } from './bpay-failure.js';
import { BpayOrderView } from './bpay-order.js';

const resolver = schemaResolver<{ txid: string }>(async () =>
  (await loadRules()).verifyBpayRequest.pick({ txid: true }),
);

/**
 * Crypto transfer: the amount to send, then the order id with which the customer claims it (SPEC §4, §5). A transfer
 * from the history that was already sent shows only the second step.
 */
export default function BpayDialog({
  order,
  onPaid,
  onVerified,
  onClose,
}: {
  order: BpayClaim;
  /** Called when the transfer was credited without verification. */
  onPaid: (payment: { reference: string; quantity: number }) => void;
  onVerified: (order: BpayClaim, answer: VerifyBpayResponse) => void;
  onClose: () => void;
}) {
  const { bpay: m, steps } = t(billingMessages);
  const formId = useId();
  const verify = useVerifyBpay();
  const [failure, setFailure] = useState<VerificationFailure | null>(null);
  const { encoded_amount_usdt: encoded_amount, merchant_ref } = order;
  const payable = order.receiver_id !== undefined;
  const form = useForm({
    resolver,
    mode: 'onTouched',
    defaultValues: { txid: '' },
  });
  useDraft(`bpay:${merchant_ref}`, form, ['txid'], { closes: true });

  const { errors, isSubmitting: busy } = form.formState;
  const watched = useQuery({
    ...ownTopupQuery(merchant_ref),
    enabled: order.automatic === true && !busy,
    refetchInterval: POLL_MS,
  });
  const paid = watched.data?.status === 'PAID' && !busy;
  useEffect(() => {
    if (paid) onPaid({ reference: order.merchant_ref, quantity: order.quantity });
  }, [paid, onPaid, order]);

  const submit = async ({ txid }: { txid: string }) => {
    if (!Number.isFinite(encoded_amount)) {
      return form.setError('txid', { type: 'amount', message: m.notReady });
    }
    setFailure(null);
    try {
      onVerified(
        order,
        await verify.mutateAsync({ txid: txid.trim(), encoded_amount, merchant_ref }),
      );
    } catch (error) {
      const problem = describeFailure(error);
      if (!showProblems(error, ['txid'], form.setError)) setFailure(problem);
      toast({ title: problem.title, description: problem.sentence, tone: 'destructive' });
    }
  };

  return (
    <Dialog
      onClose={onClose}
      busy={busy}
      title={payable ? m.title : m.claimTitle}
      description={payable ? m.lead : m.claimLead}
      // The instructions receive the initial focus, because focusing the field below would scroll them out of view.
      {...(payable ? { readable: m.title } : {})}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t(commonMessages).close}
          </Button>
          <Button variant="primary" type="submit" form={formId} disabled={busy}>
            {busy ? m.verifying : m.verify}
          </Button>
        </>
      }
    >
      <Steps names={steps} current={2} />
      <BpayOrderView order={order} />
      {payable && <Expiry at={order.expired_time} />}
      <form
        id={formId}
        noValidate
        className="mt-5"
        onFocus={prefetchRules}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void form.handleSubmit(submit)(event);
        }}
      >
        <TextField
          label={m.txid}
          help={m.txidHelp}
          error={errors.txid?.message}
          mono
          autoComplete="off"
          {...form.register('txid')}
        />
      </form>
      {failure && (
        <BpayFailure failure={failure} merchantRef={merchant_ref} txid={form.getValues('txid')} />
      )}
    </Dialog>
  );
}

/** Time left for sending the amount. A transfer sent in time can be verified afterwards. */
function Expiry({ at }: { at: number }) {
  const { bpay: m } = t(billingMessages);
  const left = at - useNow(1_000) / 1000;
  return left <= 0 ? (
    <Note tone="neutral" icon={TimerOff} className="mt-4" alert>
      {m.expired}
    </Note>
  ) : (
    <Note tone="active" icon={Clock} className="mt-4">
      <span className="flex gap-3">
        <span className="flex-1">
          {m.payBefore} <span className="num">{formatDateTime(at * 1000)}</span>
        </span>
        <span className="mono num" role="timer">
          {formatCountdown(left)}
        </span>
      </span>
    </Note>
  );
}
