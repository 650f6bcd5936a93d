import { z } from 'zod';
import { defineRoutes } from '../route.js';
import { confirmRefundRequest, refundRequest, startedRefund } from './refunds.js';

const params = { id: z.uuid('Unknown payment') };

export const refundRoutes = defineRoutes({
  /** Holds the quota, then returns the money through the provider unless an administrator does it by hand. */
  startRefund: {
    method: 'POST',
    path: '/admin/topups/{id}/refund',
    effect: 'money',
    params,
    body: refundRequest,
    answer: startedRefund,
  },
  confirmRefund: {
    method: 'POST',
    path: '/admin/topups/{id}/refund/confirm',
    effect: 'money',
    params,
    body: confirmRefundRequest,
    answer: null,
  },
  /** Returns the quota of a refund that was to be made by hand. */
  cancelRefund: {
    method: 'POST',
    path: '/admin/topups/{id}/refund/cancel',
    effect: 'money',
    params,
    answer: null,
  },
});
