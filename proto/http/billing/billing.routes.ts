import { z } from 'zod';
import {
  adminTopup,
  adminTopupsQuery,
  bpayOrder,
  createdTopup,
  createTopupRequest,
  paymentMethod,
  paymentMethodCode,
  prepareBpayRequest,
  product,
  productFields,
  resolveReviewRequest,
  syncPaymentMethodsResponse,
  topupHistoryItem,
  topupHistoryQuery,
  topupQuote,
  topupQuoteRequest,
  topupReviewItem,
  tripayCallback,
  updatePaymentMethodRequest,
  updateQuotaRequest,
  updateQuotaResponse,
  verifyBpayRequest,
  verifyBpayResponse,
} from './billing.js';
import { ledgerItem, ledgerQuery } from './ledger.js';
import { NO_CONTROL_CHARACTERS, pageQuery, userId } from '../envelope.js';
import { defineRoutes } from '../route.js';
import { revenueSeries, seriesQuery } from '../series.js';

const productId = z.uuid('Product is not known');
const topupId = z.uuid('Unknown payment');
const topupReference = z
  .string()
  .max(100, 'Unknown payment')
  .regex(NO_CONTROL_CHARACTERS, 'Unknown payment');

export const billingRoutes = defineRoutes({
  calculateTopup: {
    method: 'POST',
    path: '/user/topup/calculate',
    body: topupQuoteRequest,
    answer: topupQuote,
  },
  createTopup: {
    method: 'POST',
    path: '/user/topup',
    once: 'answer',
    body: createTopupRequest,
    answer: createdTopup,
  },
  topupHistory: {
    method: 'GET',
    path: '/user/topup/history',
    query: topupHistoryQuery,
    answer: topupHistoryItem,
    paged: true,
  },
  /** Top-up of the caller by the provider's or our reference. Another user's top-up is not found. */
  ownTopup: {
    method: 'GET',
    path: '/user/topup/{reference}',
    params: { reference: topupReference },
    answer: topupHistoryItem,
  },
  prepareBpay: {
    method: 'POST',
    path: '/user/topup/bpay/prepare',
    once: 'answer',
    body: prepareBpayRequest,
    answer: bpayOrder,
  },
  verifyBpay: {
    method: 'POST',
    path: '/user/topup/bpay/verify',
    body: verifyBpayRequest,
    answer: verifyBpayResponse,
  },
  adminTopups: {
    method: 'GET',
    path: '/admin/topups',
    query: adminTopupsQuery,
    answer: adminTopup,
    paged: true,
  },
  revenue: {
    method: 'GET',
    path: '/admin/topups/revenue',
    query: seriesQuery,
    answer: revenueSeries,
  },
  topupReviews: {
    method: 'GET',
    path: '/admin/topups/review',
    query: pageQuery,
    answer: topupReviewItem,
    paged: true,
  },
  resolveReview: {
    method: 'POST',
    path: '/admin/topups/{id}/review/resolve',
    params: { id: topupId },
    body: resolveReviewRequest,
    answer: null,
  },
  tripayCallback: {
    method: 'POST',
    path: '/payments/tripay/callback',
    headers: {
      'X-Callback-Signature': z.string().optional(),
      'X-Callback-Event': z.string().optional(),
    },
    body: tripayCallback,
    rawBody: true,
    raw: 'application/json',
    answer: z.object({ success: z.literal(true) }),
  },

  ownLedger: {
    method: 'GET',
    path: '/user/quota/ledger',
    query: ledgerQuery,
    answer: ledgerItem,
    paged: true,
    or: 'text/csv',
  },
  userLedger: {
    method: 'GET',
    path: '/admin/users/{id}/quota/ledger',
    params: { id: userId },
    query: ledgerQuery,
    answer: ledgerItem,
    paged: true,
    or: 'text/csv',
  },
  updateQuota: {
    method: 'POST',
    path: '/admin/users/{id}/quota',
    stepUp: true,
    params: { id: userId },
    once: 'answer',
    body: updateQuotaRequest,
    answer: updateQuotaResponse,
  },

  enabledPaymentMethods: {
    method: 'GET',
    path: '/user/payment-methods/enabled',
    answer: z.array(paymentMethod),
  },
  adminPaymentMethods: {
    method: 'GET',
    path: '/admin/payment-methods',
    answer: z.array(paymentMethod),
  },
  syncPaymentMethods: {
    method: 'POST',
    path: '/admin/payment-methods/sync',
    answer: syncPaymentMethodsResponse,
  },
  updatePaymentMethod: {
    method: 'PATCH',
    path: '/admin/payment-methods/{code}',
    params: { code: paymentMethodCode },
    body: updatePaymentMethodRequest,
    answer: paymentMethod,
  },

  products: { method: 'GET', path: '/admin/products', answer: z.array(product) },
  createProduct: {
    method: 'POST',
    path: '/admin/products',
    once: 'answer',
    body: productFields,
    file: 'image',
    answer: product,
  },
  updateProduct: {
    method: 'PUT',
    path: '/admin/products/{id}',
    params: { id: productId },
    body: productFields,
    file: 'image',
    answer: product,
  },
  removeProduct: {
    method: 'DELETE',
    path: '/admin/products/{id}',
    params: { id: productId },
    answer: null,
  },
  upload: {
    method: 'GET',
    path: '/uploads/{name}',
    params: { name: z.string() },
    raw: 'image/webp',
  },
});
