import type { CreatedTopup } from '@casement/proto/http/billing.js';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, WalletCards } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { Note } from '../../../components/ui/note.js';
import { AfterPatience, Skeleton } from '../../../components/ui/skeleton.js';
import { EmptyState, ErrorState } from '../../../components/ui/states.js';
import { Steps } from '../../../components/ui/steps.js';
import { messageOf } from '../../../lib/api-error.js';
import { say } from '../../../lib/messages.js';
import { toast } from '../../../lib/toast.js';
import { useFailureToast } from '../../../lib/use-failure-toast.js';
import { billingTexts } from '../../../messages/billing.js';
import { commonTexts } from '../../../messages/common.js';
import { useCreateTopup } from '../api/create-topup.js';
import { paymentMethodsQuery } from '../api/payment-methods-query.js';
import { fitsLimits, isBinancePay } from '../fees.js';
import { useQuote } from '../use-quote.js';
import { MethodList } from './method-list.js';
import { QuantityField } from './quantity-field.js';
import { QuoteSummary } from './quote-summary.js';

/** Topup Quota: input, then confirm; `onCreated` takes over with the payment (SPEC §4). */
export function TopupDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (topup: CreatedTopup) => void;
}) {
  const m = say(billingTexts);
  const common = say(commonTexts);
  const [step, setStep] = useState<'input' | 'confirm'>('input');
  const [typed, setTyped] = useState('1');
  const [code, setCode] = useState<string | null>(null);
  const [incomplete, setIncomplete] = useState(false);
  // One key per confirmation: a second try of the same order is the same order.
  const [idempotencyKey, setIdempotencyKey] = useState('');

  const { quote, pending, retry } = useQuote(typed);
  const methods = useQuery({
    ...paymentMethodsQuery,
    select: (all) => all.filter((method) => !isBinancePay(method)),
  });
  useFailureToast(methods, m.methodsFailed, common.pleaseTryAgain);
  const create = useCreateTopup();
  const method = methods.data?.find((one) => one.code === code) ?? null;
  const ready = quote && method && !pending && fitsLimits(method, quote.final_amount);

  const proceed = () => {
    if (!quote) retry();
    if (!ready) return setIncomplete(true);
    setIncomplete(false);
    setIdempotencyKey(newKey());
    setStep('confirm');
  };

  const pay = () => {
    if (!quote || !method) return;
    create.mutate(
      { quantity: quote.quantity, payment_method: method.code, idempotencyKey },
      {
        onSuccess: onCreated,
        onError: (error) => {
          toast({
            title: m.paymentError,
            description: messageOf(error, m.paymentFailed),
            tone: 'destructive',
          });
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
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
            <Button disabled={create.isPending} onClick={() => setStep('input')}>
              {common.back}
            </Button>
            <Button variant="primary" disabled={create.isPending} onClick={pay}>
              {m.create}
            </Button>
          </>
        )
      }
    >
      <Steps names={m.steps} current={step === 'input' ? 0 : 1} />
      {step === 'input' ? (
        <>
          <QuantityField value={typed} onValue={setTyped} tiers={quote?.discount_tiers ?? []} />
          {methods.isError ? (
            <div className="mt-5">
              <ErrorState
                title={m.methodsFailed}
                help={messageOf(methods.error, common.pleaseTryAgain)}
                error={methods.error}
                onRetry={() => void methods.refetch()}
              />
            </div>
          ) : methods.data?.length === 0 ? (
            <EmptyState icon={WalletCards} title={m.noMethods} help={m.noMethodsHelp} />
          ) : methods.data ? (
            <MethodList
              methods={methods.data}
              chosen={code}
              amount={quote?.final_amount ?? null}
              onChoose={setCode}
            />
          ) : (
            <MethodsSkeleton />
          )}
          {incomplete && !ready && (
            <Note tone="danger" icon={TriangleAlert} className="mt-4" alert>
              {m.incomplete}
            </Note>
          )}
        </>
      ) : null}
      {quote && <QuoteSummary quote={quote} method={method} pending={pending} />}
    </Dialog>
  );
}

/** `randomUUID` exists in secure contexts only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function MethodsSkeleton() {
  const m = say(billingTexts);
  return (
    <AfterPatience label={say(commonTexts).loading}>
      <p className="label mt-5">{m.method}</p>
      <div className="rounded-md border overflow-hidden divide-y divide-border">
        {[120, 168, 96, 140].map((width) => (
          <div key={width} className="flex items-center gap-3 px-3 h-[52px]">
            <Skeleton className="size-4 rounded-full!" />
            <Skeleton className="h-3" style={{ width }} />
            <Skeleton className="h-3 w-20 ml-auto" />
          </div>
        ))}
      </div>
    </AfterPatience>
  );
}
