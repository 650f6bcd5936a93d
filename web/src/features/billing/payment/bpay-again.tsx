import type { VerifyBpayResponse } from '@casement/proto/http/billing/bpay.js';
import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openBpayQuery } from '../api.js';
import type { BpayClaim } from '../bpay.js';
import { isPayable } from '../topup-status.js';
import BpayDialog from './bpay-dialog.js';

/** Resumed transfer: shows the receiver while the order can be paid, otherwise only the verification. */
export default function BpayAgain({
  topup,
  claim,
  onPaid,
  onVerified,
  onClose,
}: {
  topup: TopupHistoryItem;
  claim: BpayClaim;
  onPaid: (payment: { reference: string; quantity: number }) => void;
  onVerified: (order: BpayClaim, answer: VerifyBpayResponse) => void;
  onClose: () => void;
}) {
  const [payable] = useState(() => isPayable(topup, Date.now()));
  const open = useQuery({
    ...openBpayQuery(claim.merchant_ref, topup),
    enabled: payable,
  });
  if (open.isLoading) return null;
  // The server may have returned another open order of the same quantity.
  const order = open.data?.merchant_ref === claim.merchant_ref ? open.data : claim;
  return <BpayDialog order={order} onPaid={onPaid} onVerified={onVerified} onClose={onClose} />;
}
