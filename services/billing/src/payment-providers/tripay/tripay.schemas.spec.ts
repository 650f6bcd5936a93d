import { timestamp } from '../provider-values.js';
import { callbackBody, channelRow, percentAsPpm, transactionRow } from './tripay.schemas.js';

const channel = {
  group: 'E-Wallet',
  code: 'QRIS',
  name: 'QRIS',
  type: 'direct',
  fee_merchant: { flat: 0, percent: 0 },
  fee_customer: { flat: 750, percent: 0.7 },
  total_fee: { flat: 750, percent: '0.70' },
  minimum_fee: null,
  maximum_fee: null,
  minimum_amount: 1000,
  maximum_amount: '5000000',
  icon_url: 'https://gateway.example/qris.png',
  active: true,
};

describe('channelRow', () => {
  it("reads the customer's share of the fee", () => {
    expect(channelRow.parse(channel)).toMatchObject({
      code: 'QRIS',
      feeFlat: 750,
      feePpm: 7000,
      minimumFee: null,
      minimumAmount: 1000,
      maximumAmount: 5_000_000,
      active: true,
    });
  });

  it.each([
    ['all', { flat: 0, percent: 0 }, { flat: 1_000, percent: 3 }, [1_000, 30_000, 1_500, 9_000]],
    ['nothing', { flat: 1_000, percent: 3 }, { flat: 0, percent: 0 }, [0, 0, null, null]],
    ['a part', { flat: 1_000, percent: 0 }, { flat: 0, percent: 3 }, [0, 30_000, null, null]],
    ['an unspecified share', undefined, undefined, [1_000, 30_000, 1_500, 9_000]],
  ])(
    "excludes the merchant's share of the fee when the customer bears %s",
    (_, merchantFee, customerFee, fee) => {
      const { feeFlat, feePpm, minimumFee, maximumFee } = channelRow.parse({
        ...channel,
        fee_merchant: merchantFee,
        fee_customer: customerFee,
        total_fee: { flat: 1_000, percent: '3.00' },
        minimum_fee: 1_500,
        maximum_fee: 9_000,
      });
      expect([feeFlat, feePpm, minimumFee, maximumFee]).toEqual(fee);
    },
  );

  it.each([
    [0, 0],
    ['0.00', 0],
    [0.7, 7000],
    ['0.70', 7000],
    [1.5, 15_000],
    ['3', 30_000],
    ['2.999999', 29_999],
    [100, 1_000_000],
  ])('reads a fee of %p percent as %i millionths', (percent, ppm) => {
    expect(percentAsPpm.parse(percent)).toBe(ppm);
  });

  it.each(['', 'free', '-1', '1e3', '1,5', '100.0001', 101])(
    'rejects a fee of %p percent',
    (percent) => {
      expect(percentAsPpm.safeParse(percent).success).toBe(false);
    },
  );

  it.each([
    [1, true],
    ['1', true],
    [0, false],
    ['0', false],
    [false, false],
  ])('reads active %p as %p', (active, expected) => {
    expect(channelRow.parse({ ...channel, active }).active).toBe(expected);
  });

  it.each([
    ['/uploads/qris.png', '/uploads/qris.png'],
    ['javascript:alert(1)', null],
    ['//elsewhere.example/x.png', null],
    [null, null],
  ])('reads the icon %p as %p', (icon_url, expected) => {
    expect(channelRow.parse({ ...channel, icon_url }).iconUrl).toBe(expected);
  });

  it('rejects fractions of a rupiah', () => {
    const total_fee = { flat: 750.5, percent: 0 };
    expect(channelRow.safeParse({ ...channel, total_fee }).success).toBe(false);
  });
});

describe('transactionRow', () => {
  const row = {
    reference: 'T1',
    merchant_ref: 'M1',
    amount: '100750',
    fee_customer: 750,
    status: 'UNPAID',
  };

  it.each([
    [57_585_748_548_596, '57585748548596'],
    ['0012345', '0012345'],
    ['', null],
    [null, null],
    [undefined, null],
  ])('reads the pay code %p as %p', (pay_code, expected) => {
    expect(transactionRow.parse({ ...row, pay_code }).payment.payCode).toBe(expected);
  });

  const instructionsOf = (instructions: unknown) =>
    transactionRow.parse({ ...row, instructions }).payment.instructions;

  it('reads instructions as plain text', () => {
    const steps = [
      'Pilih <b>Pembayaran</b>&nbsp;&gt; <span class="x">BRIVA</span>',
      'Masukkan Kode Bayar (<b>575\u00007</b>)<br/>lalu klik Kirim',
      '<script>alert(1)</script>&lt;b&gt;Selesai&amp;amp;',
      '<p></p>',
    ];
    expect(instructionsOf([{ title: ' <i>ATM</i> BRI ', steps }])).toEqual([
      {
        title: 'ATM BRI',
        steps: [
          'Pilih Pembayaran > BRIVA',
          'Masukkan Kode Bayar (575 7) lalu klik Kirim',
          'alert(1)<b>Selesai&amp;',
        ],
      },
    ]);
  });

  it('limits the size of instructions', () => {
    const steps = Array.from({ length: 30 }, () => '<b>x</b>'.repeat(1_000));
    const read = instructionsOf(Array.from({ length: 30 }, () => ({ title: 't', steps })));
    expect(read).toHaveLength(10);
    expect(read![0].steps).toEqual(Array.from({ length: 20 }, () => 'x'.repeat(500)));
  });

  it.each([
    [undefined],
    [null],
    [[]],
    ['text'],
    [[{ title: 'ATM' }]],
    [[{ title: 'A', steps: [] }]],
  ])('reads the instructions %j as none', (instructions) => {
    expect(instructionsOf(instructions)).toBeNull();
  });

  it.each([
    ['00020101021226SANDBOX', '00020101021226SANDBOX'],
    ['two\nlines', null],
    ['x'.repeat(1_001), null],
    [17, null],
    [undefined, null],
  ])('reads the QR content %j as %j', (qr_string, expected) => {
    expect(transactionRow.parse({ ...row, qr_string }).payment.qrString).toBe(expected);
  });

  it('treats an unknown status as unpaid', () => {
    expect(transactionRow.parse({ ...row, status: 'ON_THE_WAY' }).status).toBe('UNPAID');
  });

  it('drops a link that is not a web address', () => {
    expect(
      transactionRow.parse({ ...row, checkout_url: 'javascript:1' }).payment.checkoutUrl,
    ).toBeNull();
  });

  it('reads the expiry from either field name', () => {
    const expected = new Date(1_592_388_303_000);
    expect(transactionRow.parse({ ...row, expired_time: 1_592_388_303 }).payment.expiresAt).toEqual(
      expected,
    );
    expect(transactionRow.parse({ ...row, expired_at: '1592388303' }).payment.expiresAt).toEqual(
      expected,
    );
  });
});

describe('timestamp', () => {
  const instant = new Date('2020-06-17T10:04:18.000Z');

  it.each([1_592_388_258, '1592388258', '2020-06-17 17:04:18', '2020-06-17T10:04:18Z'])(
    'reads %p as the same instant',
    (value) => {
      expect(timestamp.parse(value)).toEqual(instant);
    },
  );

  it.each([null, undefined, '', 0])('reads %p as no time', (value) => {
    expect(timestamp.parse(value)).toBeNull();
  });

  it('rejects text that is not a time', () => {
    expect(timestamp.safeParse('yesterday').success).toBe(false);
  });
});

describe('callbackBody', () => {
  const body = {
    reference: 'T1',
    merchant_ref: null,
    payment_method: 'BCA Virtual Account',
    payment_method_code: 'BCAVA',
    total_amount: 200_000,
    fee_merchant: 2000,
    fee_customer: 0,
    total_fee: 2000,
    amount_received: 198_000,
    is_closed_payment: 1,
    status: 'PAID',
    paid_at: 1_608_133_017,
    note: null,
  };

  it('reads a paid callback', () => {
    expect(callbackBody.parse(body)).toEqual({
      reference: 'T1',
      merchantRef: null,
      status: 'PAID',
      totalAmount: 200_000,
      feeCustomer: 0,
      paidAt: new Date(1_608_133_017_000),
    });
  });

  it('rejects an unknown status', () => {
    expect(callbackBody.safeParse({ ...body, status: 'SETTLED' }).success).toBe(false);
  });
});
