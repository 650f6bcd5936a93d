import { methodKind } from './method-kind.js';

describe(methodKind.name, () => {
  it.each([
    ['BCAVA', 'BCA Virtual Account', 'direct', 'Bank transfer'],
    ['ALFAMART', 'Alfamart', 'direct', 'Pay at the counter'],
    ['QRIS', 'QRIS by ShopeePay', 'direct', 'QRIS (any bank or e-wallet)'],
    ['OVO', 'OVO', 'redirect', 'E-wallet'],
    ['BPAY', 'Binance Pay', 'crypto', 'USDT'],
    ['X1', 'Something new', 'Voucher', 'Voucher'],
  ])('maps the payment method %s (%s, %s) to the kind: %s', (code, name, type, kind) => {
    expect(methodKind({ code, name, type })).toBe(kind);
  });
});
