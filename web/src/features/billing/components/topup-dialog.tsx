import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog.js';
import { Note } from '@/components/ui/note.js';
import { Steps } from '@/components/ui/steps.js';
import { t } from '@/lib/messages.js';
import { newKey } from '@/lib/new-key.js';
import { useFailureToast } from '@/lib/use-failure-toast.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { paymentMethodsQuery } from '../api.js';
import { fitsLimits } from '../fees.js';
import { boundsOf, fitsBounds } from '../quantity.js';
import { usePlaceOrder, type OrderHandlers } from '../use-place-order.js';
import { useQuote } from '../use-quote.js';
import { MethodChoice } from './method-choice.js';
import { QuantityField } from './quantity-field.js';
import { QuoteSummary } from './quote-summary.js';

/** Topup Quota: input, then confirm; the handlers continue with the payment (SPEC §4). */
export function TopupDialog({ onClose, ...handlers }: OrderHandlers & { onClose: () => void }) {
  const m = t(billingMessages);
  const common = t(commonMessages);
  const [step, setStep] = useState<'input' | 'confirm'>('input');
  const [typed, setTyped] = useState('1');
  const [code, setCode] = useState<string | null>(null);
  const [incomplete, setIncomplete] = useState(false);
  // One key per confirmation, so that a retry does not create a second order.
  const [idempotencyKey, setIdempotencyKey] = useState('');

  const { quote, failure, pending, retry } = useQuote(typed);
  const methods = useQuery(paymentMethodsQuery);
  useFailureToast(methods, m.methodsFailed, common.pleaseTryAgain);
  const order = usePlaceOrder(handlers);
  const method = methods.data?.find((one) => one.code === code) ?? null;
  const bounds = boundsOf(quote);
  const ready =
    quote &&
    method &&
    !pending &&
    fitsBounds(quote.quantity, bounds) &&
    fitsLimits(method, quote.final_amount);

  const proceed = () => {
    if (!quote) retry();
    if (!ready) return setIncomplete(true);
    setIncomplete(false);
    setIdempotencyKey(newKey());
    setStep('confirm');
  };

  const pay = () => {
    if (quote && method) order.place(quote.quantity, method, idempotencyKey);
  };

  return (
    <Dialog
      onClose={onClose}
      busy={order.pending}
      title={m.title}
      {...(step === 'confirm' ? { description: m.confirmLead } : {})}
      width={560}
      footer={
        step === 'input' ? (
          <>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button variant="primary" disabled={pending} onClick={proceed}>
              {m.proceed}
            </Button>
          </>
        ) : (
          <>
            <Button disabled={order.pending} onClick={() => setStep('input')}>
              {common.back}
            </Button>
            <Button variant="primary" disabled={order.pending} onClick={pay}>
              {m.create}
            </Button>
          </>
        )
      }
    >
      <Steps names={m.steps} current={step === 'input' ? 0 : 1} />
      {step === 'input' && (
        <>
          <QuantityField
            value={typed}
            onValue={setTyped}
            bounds={bounds}
            tiers={quote?.discount_tiers ?? []}
            refusal={failure}
          />
          <MethodChoice
            methods={methods}
            chosen={code}
            amount={quote?.final_amount ?? null}
            onChoose={setCode}
          />
          {incomplete && !ready && (
            <Note tone="danger" icon={TriangleAlert} className="mt-4" alert>
              {m.incomplete}
            </Note>
          )}
        </>
      )}
      {quote && <QuoteSummary quote={quote} method={method} pending={pending} />}
    </Dialog>
  );
}
