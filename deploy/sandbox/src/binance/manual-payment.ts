import { readTransfer, type Transfer } from './transfers.js';

/** Correct and incorrect ways in which a user can pay. */
export const PAYMENT_VARIANTS = {
  exact: 'Pay exactly this',
  less: 'Pay 0.01 less',
  more: 'Pay 0.01 more',
  currency: 'Pay in USDC',
  late: 'Pay two hours late',
  elsewhere: 'Pay another account',
} as const;

const UNIT_DECIMALS = 8;
const CENT = 10n ** 6n;
const LATE_BY_MS = 2 * 3_600_000;
const OTHER_RECEIVER = '35000002';

/** Creates the transfer described by the page's form. @throws with a sentence for an invalid amount */
export function manualPayment(
  form: URLSearchParams,
  ownReceiverId: string,
  isLegacyRow = false,
  now = Date.now(),
): Transfer {
  const amount = form.get('amount')?.trim() ?? '';
  const exact = readTransfer({ amount, transactionTime: now }, ownReceiverId, isLegacyRow);
  switch (form.get('way')) {
    case 'less':
      return { ...exact, amount: shifted(exact.amount, -CENT) };
    case 'more':
      return { ...exact, amount: shifted(exact.amount, CENT) };
    case 'currency':
      return { ...exact, currency: 'USDC' };
    case 'late':
      // Shown immediately, although its time lies in the future.
      return { ...exact, transactionTime: now + LATE_BY_MS, shownAt: now };
    case 'elsewhere':
      return { ...exact, receiverId: OTHER_RECEIVER };
    default:
      return exact;
  }
}

/** Adds `by` × 10⁻⁸ to a decimal string, using BigInt to stay exact. Returns at least 0.00000001. */
function shifted(amount: string, by: bigint): string {
  const [integer = '0', fraction = ''] = amount.split('.');
  const units = BigInt(integer + fraction.padEnd(UNIT_DECIMALS, '0')) + by;
  const digits = String(units > 0n ? units : 1n).padStart(UNIT_DECIMALS + 1, '0');
  return `${digits.slice(0, -UNIT_DECIMALS)}.${digits.slice(-UNIT_DECIMALS)}`;
}
