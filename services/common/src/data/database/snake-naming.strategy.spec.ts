import { SnakeNamingStrategy } from './snake-naming.strategy.js';

describe(SnakeNamingStrategy.name, () => {
  const names = new SnakeNamingStrategy();

  it('converts column names to snake_case', () => {
    expect(names.columnName('bpayUsdAmount', '', [])).toBe('bpay_usd_amount');
    expect(names.columnName('rdpURL', '', ['Address'])).toBe('address_rdp_url');
    expect(names.columnName('x', 'given_name', [])).toBe('given_name');
    expect(names.joinColumnName('paymentMethod', 'id')).toBe('payment_method_id');
  });
});
