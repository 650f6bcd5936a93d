import type { PaymentInstruction } from '@casement/proto/http/billing/topups.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';

/** The provider's steps, one section per app or counter. A single section is open. */
export function PaymentInstructions({ guides }: { guides: PaymentInstruction[] }) {
  const m = t(billingMessages);
  if (guides.length === 0) return null;
  return (
    <section aria-label={m.howToPay} className="mt-4 text-sm">
      <h3 className="label">{m.howToPay}</h3>
      {/* The provider writes Indonesian in every interface language. */}
      <div lang="id" className="rounded-md border divide-y divide-border">
        {guides.map(({ title, steps }) => (
          <details key={title} open={guides.length === 1} className="px-3">
            <summary className="py-2 cursor-pointer font-[560] pointer-coarse:min-h-11 pointer-coarse:py-3">
              {title}
            </summary>
            <ol className="list-decimal pl-5 pb-3 grid gap-1 text-muted-foreground marker:num">
              {steps.map((step) => (
                <li key={step} className="wrap-anywhere">
                  {step}
                </li>
              ))}
            </ol>
          </details>
        ))}
      </div>
    </section>
  );
}
