import { paymentTotal } from '@casement/proto/http/billing/payment-fee.js';
import type { RedeemedVoucher } from '@casement/proto/http/billing/vouchers.js';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { Note } from '@/components/ui/note.js';
import { Steps } from '@/components/ui/steps.js';
import { createIdempotencyKey } from '@/lib/api/idempotency-key.js';
import { useDraftState } from '@/lib/form/use-draft.js';
import { formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { paymentMethodsQuery } from '../api.js';
import { fitsLimits, isBinancePay } from '../fees.js';
import { boundsOf, fitsBounds } from '../quantity.js';
import { rememberedMethod, rememberMethod } from '../remembered-method.js';
import { usePlaceOrder, type OrderHandlers } from '../use-place-order.js';
import { useQuote } from '../use-quote.js';
import { MethodChoice } from './method-choice.js';
import { NoInstallableVersions } from './no-installable-versions.js';
import { QuantityField } from './quantity-field.js';
import { QuoteSummary, QuoteTotal } from './quote-summary.js';
import { VoucherField } from './voucher-field.js';

/**
 * Topup Quota: input, then confirmation. The handlers continue with the payment (SPEC §4). While no version is
 * installable, it shows a warning that must be accepted before the order is placed.
 */
export function TopupDialog({
  installable,
  onRedeemed,
  onClose,
  ...handlers
}: OrderHandlers & {
  /** Whether any Windows version is installable; undefined while unknown. */
  installable: boolean | undefined;
  /** Called when a voucher has added its quota. */
  onRedeemed: (voucher: RedeemedVoucher) => void;
  onClose: () => void;
}) {
  const m = t(billingMessages);
  const common = t(commonMessages);
  const [chosenStep, setStep] = useDraftState<'input' | 'confirm'>('topup-step', 'input');
  const [typed, setTyped] = useDraftState('topup-quantity', '1');
  const [voucher, setVoucher] = useDraftState('topup-voucher', '');
  const [code, setCode] = useDraftState<string | null>('topup-method', rememberedMethod());
  const [incomplete, setIncomplete] = useState(false);
  const [accepted, setAccepted] = useState(false);
  const [termsMissing, setTermsMissing] = useState(false);
  const quantityInput = useRef<HTMLInputElement>(null);
  const acceptBox = useRef<HTMLInputElement>(null);
  // Idempotency key of a confirmation, kept across reloads, so that a retry creates no second order.
  const [idempotencyKey, setIdempotencyKey] = useDraftState('topup-key', '');

  const { quote, failure, pending, retry } = useQuote(typed, voucher);
  const methods = useQuery(paymentMethodsQuery);
  useFailureToast(methods, m.methodsFailed);
  const order = usePlaceOrder(handlers);
  const method = methods.data?.find((candidate) => candidate.code === code) ?? null;
  const bounds = boundsOf(quote);
  const ready =
    quote &&
    method &&
    !pending &&
    fitsBounds(quote.quantity, bounds) &&
    fitsLimits(method, quote.final_amount);
  // After a reload, price and methods are refetched and may no longer allow the confirmed order.
  const loading = pending || methods.isPending;
  const step = chosenStep === 'confirm' && (ready || loading) ? 'confirm' : 'input';

  const proceed = () => {
    if (!quote) retry();
    if (!ready) {
      setIncomplete(true);
      if (!quote || !fitsBounds(quote.quantity, bounds)) quantityInput.current?.focus();
      return;
    }
    setIncomplete(false);
    setIdempotencyKey(createIdempotencyKey());
    setStep('confirm');
  };

  const pay = () => {
    if (!quote || !method) return;
    if (installable === false && !accepted) {
      setTermsMissing(true);
      return acceptBox.current?.focus();
    }
    rememberMethod(method.code);
    order.place(quote, method, idempotencyKey);
  };
  const payLabel =
    !quote || !method
      ? common.loading
      : isBinancePay(method)
        ? m.payUsdt
        : m.pay(formatRupiah(paymentTotal(method, quote.final_amount)));

  return (
    <Dialog
      onClose={onClose}
      busy={order.pending}
      title={m.title}
      {...(step === 'confirm' ? { description: m.confirmLead } : {})}
      width={560}
      footer={
        <>
          <QuoteTotal quote={quote} method={method} pending={pending} />
          {step === 'input' ? (
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
              <Button variant="primary" disabled={order.pending || !ready} onClick={pay}>
                {payLabel}
              </Button>
            </>
          )}
        </>
      }
    >
      <Steps names={m.steps} current={step === 'input' ? 0 : 1} />
      {installable === false && (
        <NoInstallableVersions
          acceptance={
            step === 'confirm'
              ? {
                  box: acceptBox,
                  checked: accepted,
                  missing: termsMissing && !accepted,
                  onChange: setAccepted,
                }
              : undefined
          }
        />
      )}
      {step === 'input' && (
        <>
          <QuantityField
            input={quantityInput}
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
          <VoucherField
            applied={voucher}
            quoted={quote?.voucher}
            pending={pending}
            onApply={setVoucher}
            onRedeemed={onRedeemed}
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
