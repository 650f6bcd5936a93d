import { defineRoutes } from '../route.js';
import {
  adminReceiptsQuery,
  currentReceiptSettings,
  receipt,
  receiptArchiveQuery,
  receiptBuyer,
  receiptLanguage,
  receiptNumber,
  receiptSettings,
} from './receipts.js';

export const receiptRoutes = defineRoutes({
  receiptBuyer: {
    method: 'GET',
    path: '/user/receipts/buyer',
    effect: 'read',
    answer: receiptBuyer,
  },
  updateReceiptBuyer: {
    method: 'PUT',
    path: '/user/receipts/buyer',
    effect: 'own',
    body: receiptBuyer,
    answer: null,
  },
  /** All receipts of the caller as PDF files. */
  ownReceiptArchive: {
    method: 'GET',
    path: '/user/receipts/archive',
    effect: 'read',
    query: receiptLanguage,
    raw: 'application/zip',
  },
  /** Receipt of the caller by its number. Another user's receipt is not found. */
  ownReceipt: {
    method: 'GET',
    path: '/user/receipts/{number}',
    effect: 'read',
    params: { number: receiptNumber },
    answer: receipt,
  },
  ownReceiptPdf: {
    method: 'GET',
    path: '/user/receipts/{number}/pdf',
    effect: 'read',
    params: { number: receiptNumber },
    query: receiptLanguage,
    raw: 'application/pdf',
  },
  receiptSettings: {
    method: 'GET',
    path: '/admin/receipts/settings',
    effect: 'read',
    answer: currentReceiptSettings,
  },
  updateReceiptSettings: {
    method: 'PUT',
    path: '/admin/receipts/settings',
    effect: 'money',
    body: receiptSettings,
    answer: null,
  },
  receiptArchive: {
    method: 'GET',
    path: '/admin/receipts/archive',
    effect: 'data',
    query: receiptArchiveQuery,
    raw: 'application/zip',
  },
  adminReceipts: {
    method: 'GET',
    path: '/admin/receipts',
    effect: 'data',
    query: adminReceiptsQuery,
    answer: receipt,
    paged: true,
  },
});
