import type { TopupHistoryItem, VerifyBpayResponse } from '@casement/proto/http/billing/billing.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openBpayQuery } from '../api.js';
import type { BpayClaim } from '../bpay.js';
import { isPayable } from '../topup-status.js';
import BpayDialog from './bpay-dialog.js';

/** The transfer that one comes back to: with its receiver while it can be sent, else for what was sent already. */
export default function BpayAgain({
  topup,
  claim,
  onVerified,
  onClose,
}: {
  topup: TopupHistoryItem;
  claim: BpayClaim;
  onVerified: (order: BpayClaim, answer: VerifyBpayResponse) => void;
  onClose: () => void;
}) {
  const [payable] = useState(() => isPayable(topup, Date.now()));
  const open = useQuery({
    ...openBpayQuery(claim.merchant_ref, topup.quantity),
    enabled: payable,
  });
  if (open.isLoading) return null;
  // Another open order of the same quantity may have been given.
  const order = open.data?.merchant_ref === claim.merchant_ref ? open.data : claim;
  return <BpayDialog order={order} onVerified={onVerified} onClose={onClose} />;
}
