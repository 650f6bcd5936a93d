import { CircleX, TriangleAlert } from 'lucide-react';
import { Note } from '@/components/ui/note.js';
import { usePublicConfig } from '@/config/public-config.js';
import { t } from '@/messages/i18n.js';
import { supportLink } from '@/lib/support-link.js';
import { billingMessages } from '@/messages/billing.js';
import type { VerificationFailure } from '../bpay.js';

/** Reason for a rejected transfer with the next steps: retry, or contact support with the order id. */
export function BpayFailure({
  failure,
  merchantRef,
  txid,
}: {
  failure: VerificationFailure;
  merchantRef: string;
  txid: string;
}) {
  const { bpay: m } = t(billingMessages);
  const support = supportLink(m.title, m.supportMessage(merchantRef, txid), usePublicConfig());
  const canRetry = failure.canRetry;
  return (
    <Note
      tone={canRetry ? 'warning' : 'danger'}
      icon={canRetry ? TriangleAlert : CircleX}
      className="mt-4"
      alert
    >
      <span className="block">{failure.sentence}</span>
      {canRetry ? (
        m.kept
      ) : support ? (
        <a className="link" href={support} target="_blank" rel="noreferrer">
          {m.support}
        </a>
      ) : null}
    </Note>
  );
}
