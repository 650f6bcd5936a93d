import { z } from 'zod';
import {
  adminTopup,
  adminTopupDetails,
  adminTopupsQuery,
  checkedTopup,
  resolveReviewRequest,
  topupReviewItem,
} from './admin-topups.js';
import { bpayOrder, prepareBpayRequest, verifyBpayRequest, verifyBpayResponse } from './bpay.js';
import {
  adminPaymentMethod,
  paymentMethod,
  paymentMethodCode,
  syncPaymentMethodsResponse,
  updatePaymentMethodRequest,
} from './payment-methods.js';
import { product, productChange, productFields } from './products.js';
import { updateQuotaRequest, updateQuotaResponse } from './quota.js';
import {
  createdTopup,
  createTopupRequest,
  ownTopup,
  topupHistoryItem,
  topupHistoryQuery,
  topupQuote,
  topupQuoteRequest,
} from './topups.js';
import { ledgerItem, ledgerQuery } from './ledger.js';
import { NO_CONTROL_CHARACTERS, pageQuery, userId } from '../envelope.js';
import { defineRoutes } from '../route.js';
import { RULES } from '../rules.js';
import { revenueSeries, seriesQuery } from '../series.js';

const productId = z.uuid(RULES.PRODUCT_UNKNOWN);
const topupId = z.uuid('Unknown payment');
const topupReference = z
  .string()
  .max(100, 'Unknown payment')
  .regex(NO_CONTROL_CHARACTERS, 'Unknown payment');

/** Loose, because signatures cover the bytes that were sent and Midtrans adds fields for each payment type. */
const signedCallback = z.looseObject({});

export const billingRoutes = defineRoutes({
  calculateTopup: {
    method: 'POST',
    path: '/user/topup/calculate',
    effect: 'read',
    body: topupQuoteRequest,
    answer: topupQuote,
  },
  createTopup: {
    method: 'POST',
    path: '/user/topup',
    effect: 'purchase',
    idempotency: 'answer',
    body: createTopupRequest,
    answer: createdTopup,
  },
  topupHistory: {
    method: 'GET',
    path: '/user/topup/history',
    effect: 'read',
    query: topupHistoryQuery,
    answer: topupHistoryItem,
    paged: true,
  },
  /** Top-up of the caller by the provider's or our reference. Another user's top-up is not found. */
  ownTopup: {
    method: 'GET',
    path: '/user/topup/{reference}',
    effect: 'read',
    params: { reference: topupReference },
    answer: ownTopup,
  },
  prepareBpay: {
    method: 'POST',
    path: '/user/topup/bpay/prepare',
    effect: 'purchase',
    idempotency: 'answer',
    body: prepareBpayRequest,
    answer: bpayOrder,
  },
  verifyBpay: {
    method: 'POST',
    path: '/user/topup/bpay/verify',
    effect: 'proof',
    body: verifyBpayRequest,
    answer: verifyBpayResponse,
  },
  adminTopups: {
    method: 'GET',
    path: '/admin/topups',
    effect: 'data',
    query: adminTopupsQuery,
    answer: adminTopup,
    paged: true,
  },
  revenue: {
    method: 'GET',
    path: '/admin/topups/revenue',
    effect: 'read',
    query: seriesQuery,
    answer: revenueSeries,
  },
  topupReviews: {
    method: 'GET',
    path: '/admin/topups/review',
    effect: 'data',
    query: pageQuery,
    answer: topupReviewItem,
    paged: true,
  },
  resolveReview: {
    method: 'POST',
    path: '/admin/topups/{id}/review/resolve',
    effect: 'money',
    params: { id: topupId },
    body: resolveReviewRequest,
    answer: null,
  },
  adminTopupDetails: {
    method: 'GET',
    path: '/admin/topups/{id}',
    effect: 'read',
    params: { id: topupId },
    answer: adminTopupDetails,
  },
  /** Asks the provider and applies its answer, as the automatic checks do. */
  checkTopup: {
    method: 'POST',
    path: '/admin/topups/{id}/check',
    effect: 'upkeep',
    params: { id: topupId },
    answer: checkedTopup,
  },
  /**
   * Credits the ordered quota with the same ledger source as the payment callback. Sources are unique, so a later
   * callback cannot repeat the credit.
   */
  creditTopup: {
    method: 'POST',
    path: '/admin/topups/{id}/credit',
    effect: 'money',
    params: { id: topupId },
    body: resolveReviewRequest,
    answer: null,
  },
  tripayCallback: {
    method: 'POST',
    path: '/payments/tripay/callback',
    effect: 'proof',
    headers: {
      'X-Callback-Signature': z.string().optional(),
      'X-Callback-Event': z.string().optional(),
    },
    body: signedCallback,
    rawBody: true,
    raw: 'application/json',
    answer: z.object({ success: z.literal(true) }),
  },
  /** Signed in its body: `signature_key`. */
  midtransCallback: {
    method: 'POST',
    path: '/payments/midtrans/callback',
    effect: 'proof',
    body: signedCallback,
    rawBody: true,
    raw: 'application/json',
    answer: z.object({ success: z.literal(true) }),
  },
  stripeCallback: {
    method: 'POST',
    path: '/payments/stripe/callback',
    effect: 'proof',
    headers: { 'Stripe-Signature': z.string().optional() },
    body: signedCallback,
    rawBody: true,
    raw: 'application/json',
    answer: z.object({ success: z.literal(true) }),
  },

  ownLedger: {
    method: 'GET',
    path: '/user/quota/ledger',
    effect: 'read',
    query: ledgerQuery,
    answer: ledgerItem,
    paged: true,
    or: 'text/csv',
  },
  userLedger: {
    method: 'GET',
    path: '/admin/users/{id}/quota/ledger',
    effect: 'read',
    params: { id: userId },
    query: ledgerQuery,
    answer: ledgerItem,
    paged: true,
    or: 'text/csv',
  },
  updateQuota: {
    method: 'POST',
    path: '/admin/users/{id}/quota',
    effect: 'money',
    params: { id: userId },
    idempotency: 'answer',
    body: updateQuotaRequest,
    answer: updateQuotaResponse,
  },

  enabledPaymentMethods: {
    method: 'GET',
    path: '/user/payment-methods/enabled',
    effect: 'read',
    answer: z.array(paymentMethod),
  },
  adminPaymentMethods: {
    method: 'GET',
    path: '/admin/payment-methods',
    effect: 'read',
    answer: z.array(adminPaymentMethod),
  },
  syncPaymentMethods: {
    method: 'POST',
    path: '/admin/payment-methods/sync',
    effect: 'upkeep',
    answer: syncPaymentMethodsResponse,
  },
  updatePaymentMethod: {
    method: 'PATCH',
    path: '/admin/payment-methods/{code}',
    effect: 'money',
    params: { code: paymentMethodCode },
    body: updatePaymentMethodRequest,
    answer: adminPaymentMethod,
  },

  products: { method: 'GET', path: '/admin/products', effect: 'read', answer: z.array(product) },
  createProduct: {
    method: 'POST',
    path: '/admin/products',
    effect: 'money',
    idempotency: 'answer',
    body: productFields,
    file: 'image',
    answer: product,
  },
  updateProduct: {
    method: 'PUT',
    path: '/admin/products/{id}',
    effect: 'money',
    params: { id: productId },
    body: productChange,
    file: 'image',
    answer: product,
  },
  removeProduct: {
    method: 'DELETE',
    path: '/admin/products/{id}',
    effect: 'money',
    params: { id: productId },
    answer: null,
  },
  upload: {
    method: 'GET',
    path: '/uploads/{name}',
    effect: 'read',
    params: { name: z.string() },
    raw: 'image/webp',
  },
});
