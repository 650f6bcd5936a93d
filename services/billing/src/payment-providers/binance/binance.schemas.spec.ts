import { historyEnvelope, historyRow, isIncoming, transactionIdentity } from './binance.schemas.js';

/** As Binance documents it. */
const row = {
  orderType: 'C2C',
  transactionId: 'M_P_71505104267788288',
  transactionTime: 1_610_090_460_133,
  amount: '23.72469206',
  currency: 'USDT',
  walletType: 1,
  walletTypes: [1],
  fundsDetail: [{ currency: 'USDT', amount: '23.72469206' }],
  payerInfo: { name: 'Jack', type: 'USER', accountId: '67736251' },
  receiverInfo: { type: 'USER', binanceId: '35000001', extend: {} },
};

describe('the Binance history', () => {
  it('is read from a row as documented, without its payer', () => {
    expect(historyRow.parse(row)).toEqual({
      transactionId: '71505104267788288',
      orderType: 'C2C',
      paidAt: new Date(1_610_090_460_133),
      amount: '23.72469206',
      currency: 'USDT',
      receiverId: '35000001',
    });
  });

  it.each([
    ['a numeric receiver', { receiverInfo: { binanceId: 35_000_001 } }, '35000001'],
    ['no receiver', { receiverInfo: null }, ''],
    ['a receiver without id', { receiverInfo: { name: 'Shop' } }, ''],
  ])('takes %s', (_name, change, receiverId) => {
    expect(historyRow.parse({ ...row, ...change })).toMatchObject({ receiverId });
  });

  it.each([
    ['an amount that is a float', { amount: 23.7 }],
    ['an amount in words', { amount: 'all' }],
    ['an amount with nine decimals', { amount: '1.000000001' }],
    ['an id that has lost digits as a number', { transactionId: 71_505_104_267_788_290 }],
    ['a time as text', { transactionTime: '1610090460133' }],
    ['no currency', { currency: undefined }],
  ])('refuses %s', (_name, change) => {
    expect(historyRow.safeParse({ ...row, ...change }).success).toBe(false);
  });

  it.each([
    ['1', true],
    ['0.00000001', true],
    ['0', false],
    ['0.00000000', false],
    ['-5', false],
  ])('takes %s for incoming: %s', (amount, incoming) => {
    expect(isIncoming({ amount })).toBe(incoming);
  });

  it.each([
    { code: '000001', message: 'failed', success: false, data: [] },
    { code: '000000', message: 'success', success: false, data: [] },
    { code: '000000', message: 'success', success: true },
    { code: 0, success: true, data: [] },
    null,
  ])('is only taken from a whole, successful answer, not from %j', (answer) => {
    expect(historyEnvelope.safeParse(answer).success).toBe(false);
  });
});

describe(transactionIdentity, () => {
  it.each([
    ['M_P_319243847563894784', '319243847563894784'],
    ['319243847563894784', '319243847563894784'],
    ['m_p_319243847563894784', '319243847563894784'],
    [' M_P_1 ', '1'],
    // Not a number behind the prefix: another kind of id.
    ['M_P_A1', 'M_P_A1'],
    ['M_P_', 'M_P_'],
    ['P_A1B2C3', 'P_A1B2C3'],
    ['M_R_1', 'M_R_1'],
  ])('%p is known as %p', (id, identity) => expect(transactionIdentity(id)).toBe(identity));
});
