import { SnakeNamingStrategy } from './snake-naming.strategy.js';

describe(SnakeNamingStrategy.name, () => {
  const names = new SnakeNamingStrategy();

  it('names tables and columns in snake_case', () => {
    expect(names.tableName('PaymentMethod')).toBe('payment_method');
    expect(names.tableName('User', 'account')).toBe('account');
    expect(names.columnName('bpayUsdAmount', '', [])).toBe('bpay_usd_amount');
    expect(names.columnName('rdpURL', '', ['Address'])).toBe('address_rdp_url');
    expect(names.columnName('x', 'given_name', [])).toBe('given_name');
    expect(names.joinColumnName('paymentMethod', 'id')).toBe('payment_method_id');
  });
});
