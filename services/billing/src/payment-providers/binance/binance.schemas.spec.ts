import fc from 'fast-check';
import {
  historyEnvelope,
  isIncoming,
  parseWithNumbersAsText,
  readRow,
  transactionIdentity,
} from './binance.schemas.js';

/** Row from Binance's documentation, without an Order ID. */
const oldRow = {
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
/** Row from JKorf/Binance.Net issue 1375 (2024). */
const row = {
  ...oldRow,
  uid: 35_000_001,
  counterpartyId: 579_313_011,
  orderId: '294163557804187651',
  note: '',
  transactionId: 'P_A1JM7ZT9MM571112',
  walletTypes: ['1'],
};

const read = (change: object = {}) =>
  readRow(parseWithNumbersAsText(JSON.stringify({ ...row, ...change })));
const readText = (text: string) => readRow(parseWithNumbersAsText(text));

describe(readRow, () => {
  it('reads both IDs of a row and drops its payer', () => {
    expect(read()).toMatchObject({
      transfer: {
        transactionId: 'P_A1JM7ZT9MM571112',
        orderId: '294163557804187651',
        orderType: 'C2C',
        paidAt: new Date(1_610_090_460_133),
        amount: '23.72469206',
        currency: 'USDT',
        receiverId: '35000001',
      },
      unreadable: null,
    });
    expect(JSON.stringify(read())).not.toContain('Jack');
  });

  it('reads an old row without an Order ID', () => {
    const { transfer, unreadable } = readText(JSON.stringify(oldRow));
    expect(transfer).toMatchObject({ transactionId: '71505104267788288', orderId: null });
    expect(unreadable).toBeNull();
  });

  it.each([
    ['an Order ID as a number', 'orderId', '294163557804187651', { orderId: '294163557804187651' }],
    [
      'a transaction id as a number',
      'transactionId',
      '715051042677882881',
      { transactionId: '715051042677882881' },
    ],
    ['an amount as a number', 'amount', '3.130042', { amount: '3.130042' }],
    ['an amount with zeros', 'amount', '3.13004200', { amount: '3.13004200' }],
    [
      'a time as text',
      'transactionTime',
      '"1610090460133"',
      { paidAt: new Date(1_610_090_460_133) },
    ],
    [
      'a receiver as a number',
      'receiverInfo',
      '{"binanceId":35000001}',
      { receiverId: '35000001' },
    ],
    ['no receiver', 'receiverInfo', 'null', { receiverId: '' }],
    ['a receiver without an id', 'receiverInfo', '{"name":"Shop"}', { receiverId: '' }],
    ['an Order ID of null', 'orderId', 'null', { orderId: null }],
    ['an empty Order ID', 'orderId', '""', { orderId: null }],
    ['an Order ID of 0', 'orderId', '0', { orderId: null }],
    ['an Order ID with a prefix', 'orderId', '"C_P_5"', { orderId: '5' }],
    ['an order type of null', 'orderType', 'null', { orderType: '' }],
  ])('accepts %s with all digits', (_name, field, json, expected) => {
    const text = JSON.stringify({ ...row, [field]: 'VALUE' }).replace('"VALUE"', json);
    expect(readText(text)).toMatchObject({ transfer: expected, unreadable: null });
  });

  it.each([
    ['transactionId', null, 'transactionId (null)'],
    ['transactionId', {}, 'transactionId (of type object)'],
    ['transactionId', undefined, 'transactionId (missing)'],
    ['transactionTime', '2026-11-21T10:00:00Z', 'transactionTime (text in another format)'],
    ['transactionTime', 0, 'transactionTime (text in another format)'],
    ['amount', 'all of it', 'amount (text in another format)'],
    ['amount', '1.000000001', 'amount (text in another format)'],
    ['amount', ['1'], 'amount (a list)'],
    ['currency', true, 'currency (of type boolean)'],
    ['currency', undefined, 'currency (missing)'],
  ])('reports a row without a readable %s: %p', (field, value, problem) => {
    expect(read({ [field]: value })).toMatchObject({
      transfer: null,
      unreadable: { label: '294163557804187651', problem },
    });
  });

  it.each([
    ['orderId', { id: 1 }, 'P_A1JM7ZT9MM571112', 'orderId (of type object)'],
    ['orderType', 7, '294163557804187651', null],
    ['orderType', ['C2C'], '294163557804187651', 'orderType (a list)'],
    ['receiverInfo', 'Shop', '294163557804187651', 'receiverInfo (text in another format)'],
    ['receiverInfo', [], '294163557804187651', 'receiverInfo (a list)'],
  ])('keeps the transfer and reports %s: %p', (field, value, label, problem) => {
    const { transfer, unreadable } = read({ [field]: value });
    expect(transfer).toMatchObject({ transactionId: 'P_A1JM7ZT9MM571112' });
    expect(unreadable).toEqual(problem && expect.objectContaining({ label, problem }));
  });

  it('reports values that are not rows', () => {
    for (const value of [null, 'row', 7, []]) {
      expect(readRow(value)).toMatchObject({
        transfer: null,
        unreadable: { label: 'no readable id' },
      });
    }
  });

  it('never repeats a value that may be personal data', () => {
    const name = 'Jack Sparrow';
    const { unreadable } = read({ amount: name, currency: { name }, receiverInfo: name });
    expect(JSON.stringify(unreadable)).not.toContain('Jack');
  });

  it('never drops a row without a report, whatever its fields contain', () => {
    const changed = fc.record(
      Object.fromEntries(Object.keys(row).map((field) => [field, fc.jsonValue()])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(changed, (change) => {
        const { transfer, unreadable } = read(change);
        expect(transfer ?? unreadable).not.toBeNull();
      }),
    );
  });
});

describe(parseWithNumbersAsText, () => {
  it('keeps every digit of numbers and does not change text', () => {
    const text = String.raw`{"a":294163557804187651,"b":[-1.50,2e3],"c":"x 12 \" 13","d":null,"e":{"9":"\\"}}`;
    expect(parseWithNumbersAsText(text)).toEqual({
      a: '294163557804187651',
      b: ['-1.50', '2e3'],
      c: 'x 12 " 13',
      d: null,
      e: { 9: '\\' },
    });
  });

  it('equals JSON.parse apart from numbers', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const withText = (value: unknown): unknown =>
          JSON.parse(
            JSON.stringify(value, (_key, one: unknown) =>
              typeof one === 'number' ? String(one) : one,
            ),
          );
        const normalised = JSON.stringify(JSON.parse(text));
        expect(parseWithNumbersAsText(normalised)).toEqual(withText(JSON.parse(normalised)));
      }),
    );
  });
});

describe(isIncoming, () => {
  it.each([
    ['1', true],
    ['0.00000001', true],
    ['0', false],
    ['0.00000000', false],
    ['-5', false],
  ])('for the amount %s returns %s', (amount, incoming) => {
    expect(isIncoming({ amount })).toBe(incoming);
  });
});

describe('Binance history envelope', () => {
  it.each([
    { code: '000001', message: 'failed', success: false, data: [] },
    { code: '000000', message: 'success', success: false, data: [] },
    { code: '000000', message: 'success', success: true },
    { code: 0, success: true, data: [] },
    null,
  ])('rejects %j', (answer) => {
    expect(historyEnvelope.safeParse(answer).success).toBe(false);
  });
});

describe(transactionIdentity, () => {
  it.each([
    ['M_P_319243847563894784', '319243847563894784'],
    ['C_P_319243847563894784', '319243847563894784'],
    ['319243847563894784', '319243847563894784'],
    ['m_p_319243847563894784', '319243847563894784'],
    [' M_P_1 ', '1'],
    ['P_1', '1'],
    // The text after the prefix is not a number, so this is another kind of ID.
    ['M_P_A1B', 'M_P_A1B'],
    ['M_P_', 'M_P_'],
    ['P_A1JM7ZT9MM571112', 'P_A1JM7ZT9MM571112'],
    ['P_A1B2C3', 'P_A1B2C3'],
    ['1_2', '1_2'],
  ])('returns for %p the identity %p', (id, identity) =>
    expect(transactionIdentity(id)).toBe(identity),
  );

  const digits = fc.stringMatching(/^[0-9]{1,30}$/);
  const prefix = fc.stringMatching(/^([A-Za-z]{1,4}_){0,3}$/);

  it('ignores letter prefixes of a number and never equals another number', () => {
    fc.assert(
      fc.property(digits, digits, prefix, prefix, (one, other, first, second) => {
        expect(transactionIdentity(first + one)).toBe(transactionIdentity(second + one));
        const isSame = transactionIdentity(first + one) === transactionIdentity(second + other);
        expect(isSame).toBe(one === other);
      }),
    );
  });

  it('keeps IDs with letters after digits, and is idempotent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\w{1,40}$/), (id) => {
        const identity = transactionIdentity(id);
        expect(transactionIdentity(identity)).toBe(identity);
        if (/[0-9]\w*[A-Za-z_]/.test(id)) expect(identity).toBe(id);
      }),
    );
  });
});
