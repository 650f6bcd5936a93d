import type { AdminVoucher } from '@casement/proto/http/billing/vouchers.js';

export const makeVoucher = (overrides: Partial<AdminVoucher> = {}): AdminVoucher => ({
  id: '0198c3f2-5a6e-7d31-9f00-0a1b2c3d4e51',
  code: '7K3M-9QX2-PDHA',
  label: 'Launch campaign',
  percentage: 20,
  quota: null,
  max_uses: 100,
  max_uses_per_user: 1,
  min_quantity: 1,
  valid_from: null,
  valid_until: '2026-12-31',
  uses: 12,
  enabled: true,
  created_at: '2026-11-21T07:02:00.000Z',
  ...overrides,
});
