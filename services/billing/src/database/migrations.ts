import { AddLedger1795168800000 } from './migrations/1795168800000-add-ledger.js';
import { AddProducts1795168801000 } from './migrations/1795168801000-add-products.js';
import { AddPaymentMethods1795168802000 } from './migrations/1795168802000-add-payment-methods.js';
import { AddTopups1795168803000 } from './migrations/1795168803000-add-topups.js';
import { AddClosedAccounts1795168806000 } from './migrations/1795168806000-add-closed-accounts.js';
import { AddProductImages1795168807000 } from './migrations/1795168807000-add-product-images.js';
import { AddBpay1795168810000 } from './migrations/1795168810000-add-bpay.js';
import { AddTopupNumbers1795168812000 } from './migrations/1795168812000-add-topup-numbers.js';
import { AddTopupLists1795168814000 } from './migrations/1795168814000-add-topup-lists.js';
import { AddReviewReasons1795168816000 } from './migrations/1795168816000-add-review-reasons.js';

export const billingMigrations = [
  AddLedger1795168800000,
  AddProducts1795168801000,
  AddPaymentMethods1795168802000,
  AddTopups1795168803000,
  AddClosedAccounts1795168806000,
  AddProductImages1795168807000,
  AddBpay1795168810000,
  AddTopupNumbers1795168812000,
  AddTopupLists1795168814000,
  AddReviewReasons1795168816000,
];
