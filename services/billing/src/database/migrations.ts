import { StartBilling1796000000000 } from './migrations/1796000000000-start-billing.js';
import { TopupPaidIndex1797371000000 } from './migrations/1797371000000-topup-paid-index.js';
import { LedgerNote1797381000000 } from './migrations/1797381000000-ledger-note.js';
import { BpayOrderId1797390000000 } from './migrations/1797390000000-bpay-order-id.js';
import { PaymentInstructions1797411000000 } from './migrations/1797411000000-payment-instructions.js';
import { PaymentReminder1797412000000 } from './migrations/1797412000000-payment-reminder.js';
import { PaymentProviders1797420000000 } from './migrations/1797420000000-payment-providers.js';
import { Receipts1797421000000 } from './migrations/1797421000000-receipts.js';
import { Refunds1797480000000 } from './migrations/1797480000000-refunds.js';
import { Vouchers1797490000000 } from './migrations/1797490000000-vouchers.js';
import { BpayAmounts1797491000000 } from './migrations/1797491000000-bpay-amounts.js';
import { ReceiptLogo1797592000002 } from './migrations/1797592000002-receipt-logo.js';
import { RefundFailed1797741000000 } from './migrations/1797741000000-refund-failed.js';
import { RefundCalls1797850000000 } from './migrations/1797850000000-refund-calls.js';
import { FreeHolds1797870000000 } from './migrations/1797870000000-free-holds.js';
import { FreeHoldsHaveNoEntries1797910000000 } from './migrations/1797910000000-free-holds-have-no-entries.js';

export const billingMigrations = [
  StartBilling1796000000000,
  TopupPaidIndex1797371000000,
  LedgerNote1797381000000,
  BpayOrderId1797390000000,
  PaymentInstructions1797411000000,
  PaymentReminder1797412000000,
  PaymentProviders1797420000000,
  Receipts1797421000000,
  Refunds1797480000000,
  Vouchers1797490000000,
  BpayAmounts1797491000000,
  ReceiptLogo1797592000002,
  RefundFailed1797741000000,
  RefundCalls1797850000000,
  FreeHolds1797870000000,
  FreeHoldsHaveNoEntries1797910000000,
];
