import { z } from 'zod';
import { pageQuery } from '../envelope.js';
import { defineRoutes } from '../route.js';
import { RULES } from '../rules.js';
import {
  adminVoucher,
  adminVouchersQuery,
  createVouchersRequest,
  redeemedVoucher,
  redeemVoucherRequest,
  updateVoucherRequest,
  voucherUse,
} from './vouchers.js';

const id = z.uuid(RULES.VOUCHER_UNKNOWN);

export const voucherRoutes = defineRoutes({
  /** Adds the quota of a code to the caller's balance. */
  redeemVoucher: {
    method: 'POST',
    path: '/user/vouchers/redeem',
    effect: 'proof',
    idempotency: 'answer',
    body: redeemVoucherRequest,
    answer: redeemedVoucher,
  },
  adminVouchers: {
    method: 'GET',
    path: '/admin/vouchers',
    effect: 'data',
    query: adminVouchersQuery,
    answer: adminVoucher,
    paged: true,
  },
  /** Creates one voucher or many with the same properties. */
  createVouchers: {
    method: 'POST',
    path: '/admin/vouchers',
    effect: 'money',
    idempotency: 'answer',
    body: createVouchersRequest,
    answer: z.array(adminVoucher),
  },
  updateVoucher: {
    method: 'PATCH',
    path: '/admin/vouchers/{id}',
    effect: 'money',
    params: { id },
    body: updateVoucherRequest,
    answer: null,
  },
  /** Newest first, with top-ups that expired and no longer count. */
  voucherUses: {
    method: 'GET',
    path: '/admin/vouchers/{id}/uses',
    effect: 'data',
    params: { id },
    query: pageQuery,
    answer: voucherUse,
    paged: true,
  },
});
