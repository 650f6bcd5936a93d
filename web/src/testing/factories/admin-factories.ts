import type { MoneyReport } from '@casement/proto/http/billing/money.js';
import type {
  AdminTopup,
  AdminTopupDetails,
  TopupReviewItem,
} from '@casement/proto/http/billing/admin-topups.js';
import type { Product } from '@casement/proto/http/billing/products.js';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { InstallHour, InstallMonitoring } from '@casement/proto/http/install/monitoring.js';
import { makeTopup } from './factories.js';

let serial = 0;
const nextId = () => `00000000-0000-7000-9000-${String(++serial).padStart(12, '0')}`;

export const makeProduct = (overrides: Partial<Product> = {}): Product => ({
  id: nextId(),
  name: 'Install quota',
  description: 'One installation of Windows.',
  price: 25_000,
  image_url: null,
  created_at: '2026-01-01T00:00:00.000Z',
  ...overrides,
});

export const makeMonitoring = (
  installations: InstallRecord[],
  statistics: Partial<InstallMonitoring['statistics']> = {},
): InstallMonitoring => ({
  installations,
  recentActivity: installations,
  statistics: {
    total: 1_236,
    active: 9,
    completed: 1_184,
    failed: 41,
    statusBreakdown: {
      pending: 3,
      preparing: 2,
      running: 4,
      completed: 1_184,
      failed: 41,
      manual_review: 2,
    },
    ...statistics,
  },
});

/** The hour starting at this time on 21 November 2026, in UTC. */
export const makeHour = (hour: number, overrides: Partial<InstallHour> = {}): InstallHour => ({
  at: new Date(Date.UTC(2026, 10, 21, hour)).toISOString(),
  started: 0,
  completed: 0,
  failed: 0,
  stopped: [],
  ...overrides,
});

export const makeAdminTopup = (overrides: Partial<AdminTopup> = {}): AdminTopup => ({
  ...makeTopup(),
  user_id: nextId(),
  username: 'rahmat',
  ...overrides,
});

export const makeTopupDetails = (
  overrides: Partial<AdminTopupDetails> = {},
): AdminTopupDetails => ({
  ...makeAdminTopup(),
  updated_at: '2026-11-21T07:02:00.000Z',
  refunded_at: null,
  refund_short: 0,
  review: null,
  reason: '',
  flagged_at: null,
  next_check_at: null,
  creditable: false,
  refund: null,
  refund_options: null,
  charge: null,
  movements: [],
  callbacks: [],
  ...overrides,
});

export const makeMoneyReport = (overrides: Partial<MoneyReport> = {}): MoneyReport => {
  const qris = { provider: 'tripay', method: 'QRIS', method_name: 'QRIS by ShopeePay' } as const;
  const card = {
    provider: 'stripe',
    method: 'STRIPE_CARD',
    method_name: 'International card',
  } as const;
  const product = 'Windows Install Quota';
  return {
    rows: [
      {
        ...qris,
        product,
        payments: 42,
        revenue: 9_450_000,
        fees: 66_150,
        refunds: 1,
        refunded: 226_575,
      },
      {
        ...card,
        product,
        payments: 3,
        revenue: 1_350_000,
        fees: 42_150,
        refunds: 0,
        refunded: 0,
      },
    ],
    outstanding: [{ ...qris, orders: 2, amount: 453_150, oldest: '2026-11-21T07:02:00.000Z' }],
    differences: [
      {
        ...card,
        id: 'd1',
        reference: 'cs_live_a1B2c3',
        amount: 463_900,
        difference: 'other_status',
        paid_at: '2026-11-20T03:00:00.000Z',
        checked_at: '2026-11-21T17:05:00.000Z',
      },
    ],
    days: [
      { day: '2026-11-21', payments: 5, confirmed: 0, differences: 0, unchecked: 5 },
      { day: '2026-11-20', payments: 40, confirmed: 38, differences: 1, unchecked: 1 },
    ],
    ...overrides,
  };
};

export const makeReview = (overrides: Partial<TopupReviewItem> = {}): TopupReviewItem => ({
  id: nextId(),
  user_id: nextId(),
  merchant_ref: 'CSM-20261121-7K3M9QX2PDHA',
  reference: 'T26112300842',
  status: 'UNPAID',
  quantity: 10,
  final_amount: 225_000,
  payment_method: 'QRIS',
  review: 'amount_mismatch',
  reason: 'The provider reported a different amount, so nothing was credited.',
  refund_short: 0,
  created_at: '2026-11-21T07:02:00.000Z',
  flagged_at: '2026-11-21T07:10:00.000Z',
  ...overrides,
});
