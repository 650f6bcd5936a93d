import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('payment methods', () => {
  let sut: BillingApp;
  const adminId = newId();
  let channels: BillingApp['gateway']['channels'];
  beforeAll(async () => {
    sut = await BillingApp.start();
    channels = sut.gateway.channels;
  });
  afterAll(() => sut.close());
  beforeEach(async () => {
    sut.gateway.channels = channels;
    sut.gateway.down = false;
    await sut.app.database.query('DELETE FROM payment_method');
    await sync().expect(200);
  });

  const admin = () => sut.app.as({ userId: adminId, admin: true });
  const sync = () => sut.app.http.post('/api/admin/payment-methods/sync').set(admin());
  const list = async (path = 'admin/payment-methods') => {
    const answer = await sut.app.http.get(`/api/${path}`).set(admin()).expect(200);
    return (answer.body as { data: PaymentMethod[] }).data;
  };
  const patch = (code: string, body: object) =>
    sut.app.http.patch(`/api/admin/payment-methods/${code}`).set(admin()).send(body);
  const stateOf = async (code: string) =>
    (await list()).find((one) => one.code === code)?.is_enabled;

  describe('§3 fields of a method', () => {
    it('lists all methods to administrators with flattened fees', async () => {
      expect(await list()).toEqual([
        {
          code: 'QRIS',
          name: 'QRIS Payment',
          type: 'direct',
          icon_url: 'https://gateway.example/QRIS.png',
          fee_flat: 0,
          fee_percent: 0.7,
          minimum_fee: null,
          maximum_fee: null,
          minimum_amount: 1_000,
          maximum_amount: 5_000_000,
          is_enabled: true,
          provider: 'tripay',
          fee_editable: false,
        },
        expect.objectContaining({
          code: 'BCAVA',
          fee_flat: 5_500,
          fee_percent: 0,
          is_enabled: true,
        }),
        expect.objectContaining({ code: 'OVO', fee_percent: 3, is_enabled: false }),
      ]);
    });

    it('lists only enabled methods to users', async () => {
      const answer = await sut.app.http
        .get('/api/user/payment-methods/enabled')
        .set(sut.app.as())
        .expect(200);
      const codes = (answer.body as { data: PaymentMethod[] }).data.map((one) => one.code);
      expect(codes).toEqual(['QRIS', 'BCAVA']);
    });
  });

  describe('POST /admin/payment-methods/sync', () => {
    it('§8 returns the number of stored methods', async () => {
      const answer = await sync().expect(200);
      expect(answer.body).toMatchObject({
        message: 'Synced 3 payment methods from the provider',
        data: { totalFromProvider: 3, skipped: 0 },
      });
    });

    it("keeps an administrator's choice, enabled or disabled", async () => {
      await patch('QRIS', { is_enabled: false }).expect(200);
      await patch('OVO', { is_enabled: true }).expect(200);
      await sync().expect(200);
      expect([await stateOf('QRIS'), await stateOf('OVO')]).toEqual([false, true]);
    });

    it("stores changed fees and limits, and new methods with the provider's status", async () => {
      const [first, ...others] = sut.gateway.channels;
      sut.gateway.channels = [
        {
          ...first,
          fee_customer: { flat: '800', percent: 0.71 },
          total_fee: { flat: '800', percent: 0.71 },
          minimum_fee: '1000',
          maximum_fee: 25_000,
          maximum_amount: 10_000_000,
        },
        ...others,
        { ...first, code: 'NEW', active: true },
        { ...first, code: 'ASLEEP', active: false },
      ];
      await sync().expect(200);
      const methods = await list();
      expect(methods[0]).toMatchObject({
        fee_flat: 800,
        fee_percent: 0.71,
        minimum_fee: 1_000,
        maximum_fee: 25_000,
        maximum_amount: 10_000_000,
      });
      expect([await stateOf('NEW'), await stateOf('ASLEEP')]).toEqual([true, false]);
    });

    it('stops offering a withdrawn method until it is listed again', async () => {
      const all = sut.gateway.channels;
      sut.gateway.channels = all.slice(1);
      await sync().expect(200);
      expect(await stateOf('QRIS')).toBe(false);
      await patch('QRIS', { is_enabled: true }).expect(409);
      sut.gateway.channels = all;
      await sync().expect(200);
      expect(await stateOf('QRIS')).toBe(true);
    });

    it.each(['free', { flat: 0, percent: '100.01' }, { flat: -1, percent: 0 }])(
      'skips and reports a row with the fee %j, and stores the others',
      async (total_fee) => {
        const [first, second, third] = sut.gateway.channels;
        const fee = { flat: 6_000, percent: 0 };
        const changed = { ...second, fee_customer: fee, total_fee: fee };
        sut.gateway.channels = [{ ...first, fee_customer: total_fee, total_fee }, changed, third];
        const answer = await sync().expect(200);
        expect(answer.body).toMatchObject({ data: { totalFromProvider: 2, skipped: 1 } });
        expect(await list()).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ code: 'QRIS', fee_percent: 0.7, is_enabled: true }),
            expect.objectContaining({ code: 'BCAVA', fee_flat: 6_000 }),
          ]),
        );
      },
    );

    it('never changes a method of another provider', async () => {
      await sut.app.database.query(
        `INSERT INTO payment_method (code, provider, name, type, fee_flat, fee_ppm, is_enabled)
         VALUES ('BPAY', 'binance', 'Binance Pay', 'crypto', 0, 0, true)`,
      );
      sut.gateway.channels = [
        ...sut.gateway.channels,
        { ...sut.gateway.channels[0], code: 'BPAY' },
      ];
      await sync().expect(200);
      expect((await list()).find((one) => one.code === 'BPAY')).toMatchObject({
        name: 'Binance Pay',
        is_enabled: true,
      });
    });

    it.each(['BPAY', 'bpay'])(
      '§4 rejects the method code %s from the provider because it is ours',
      async (code) => {
        sut.gateway.channels = [...channels, { ...channels[0], code }];
        await sync().expect(200);
        expect((await list()).map((one) => one.code)).toEqual(['QRIS', 'BCAVA', 'OVO']);
      },
    );

    it.each([
      ['https://gateway.example/a.png', 'https://gateway.example/a.png'],
      ['/uploads/a.png', '/uploads/a.png'],
      ['/images/a.png', '/images/a.png'],
      ['javascript:alert(1)', null],
      ['//elsewhere.example/a.png', null],
    ])('§2 returns the icon %s as %s', async (icon_url, expected) => {
      sut.gateway.channels = [{ ...channels[0], icon_url }];
      await sync().expect(200);
      expect((await list())[0].icon_url).toBe(expected);
    });

    it('changes nothing while the provider is down, and reports the failure', async () => {
      const before = await list();
      sut.gateway.down = true;
      const answer = await sync().expect(503);
      expect(answer.body).toMatchObject({
        code: 'PAYMENT_GATEWAY_UNAVAILABLE',
        message: expect.stringContaining('Nothing was changed'),
      });
      expect(await list()).toEqual(before);
    });
  });

  describe('PATCH /admin/payment-methods/{code}', () => {
    it('§8 enables and disables a method by its code', async () => {
      const off = await patch('QRIS', { is_enabled: false }).expect(200);
      expect(off.body).toMatchObject({
        message: 'QRIS Payment has been disabled',
        data: { code: 'QRIS', is_enabled: false },
      });
      expect(await list('user/payment-methods/enabled')).not.toContainEqual(
        expect.objectContaining({ code: 'QRIS' }),
      );
      const on = await patch('QRIS', { is_enabled: true }).expect(200);
      expect(on.body).toMatchObject({ message: 'QRIS Payment has been enabled' });
    });

    it('records the change with its administrator', async () => {
      await patch('QRIS', { is_enabled: false }).expect(200);
      const audits = await sut.events(
        'security.audit.recorded.v1',
        (event) => event.action === 'payment-method.disabled',
      );
      expect(audits[0]).toMatchObject({
        actorId: adminId,
        target: 'payment-method:QRIS',
        before: '{"isEnabled":true}',
        after: '{"isEnabled":false}',
      });
    });

    it('rejects unknown codes and invalid bodies', async () => {
      await patch('NONE', { is_enabled: true }).expect(404);
      await patch('QRIS', { is_enabled: 'yes' }).expect(400);
    });
  });

  it.each([
    ['get', 'admin/payment-methods'],
    ['post', 'admin/payment-methods/sync'],
    ['patch', 'admin/payment-methods/QRIS'],
  ] as const)('§6 denies users %s /%s', async (method, path) => {
    await sut.app.http[method](`/api/${path}`).set(sut.app.as()).expect(403);
    await sut.app.http[method](`/api/${path}`).expect(401);
  });
});

describe('payment methods of several providers', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start({
      env: {
        MIDTRANS_SNAP_URL: 'http://127.0.0.1:9/snap/v1',
        MIDTRANS_API_URL: 'http://127.0.0.1:9/v2',
        MIDTRANS_SERVER_KEY: 'Mid-server',
      },
    });
  });
  afterAll(() => sut.close());
  beforeEach(() => {
    sut.gateway.down = false;
  });
  const call = (method: 'get' | 'post' | 'patch', path: string, body?: object) =>
    sut.app.http[method](`/api/admin/payment-methods${path}`)
      .set(sut.app.as({ admin: true }))
      .send(body);
  const method = async (code: string) => {
    const { body } = await call('get', '').expect(200);
    return (body as { data: { code: string }[] }).data.find((one) => one.code === code);
  };
  const qris = 'MIDTRANS_QRIS';

  it('are listed after the first sync, disabled until an administrator has set the fee', async () => {
    expect(await method(qris)).toMatchObject({
      provider: 'midtrans',
      fee_editable: true,
      fee_flat: 0,
      is_enabled: false,
    });
    expect(await method('QRIS')).toMatchObject({ provider: 'tripay', is_enabled: true });
    expect(await method('STRIPE_CARD')).toBeUndefined();
  });

  it('keep the fee that an administrator entered when they are synced', async () => {
    const fee = { fee_flat: 500, fee_percent: 0.7 };
    const answer = await call('patch', `/${qris}`, { ...fee, is_enabled: true }).expect(200);
    expect(answer.body).toMatchObject({ data: { ...fee, is_enabled: true } });
    await call('post', '/sync').expect(200);
    expect(await method(qris)).toMatchObject({ ...fee, is_enabled: true });
    const audits = await sut.events(
      'security.audit.recorded.v1',
      (event) => event.action === 'payment-method.fee_changed',
    );
    expect(audits[0]).toMatchObject({
      target: `payment-method:${qris}`,
      after: '{"feeFlat":500,"feePercent":0.7}',
    });
  });

  it.each([{ fee_flat: -1 }, { fee_flat: 1.5 }, { fee_percent: 100.1 }, { fee_percent: 0.00001 }])(
    'reject the fee %p',
    (fee) => call('patch', `/${qris}`, fee).expect(400),
  );

  it('refuse a fee if the provider sets it', async () => {
    const answer = await call('patch', '/QRIS', { fee_flat: 1 }).expect(409);
    expect(answer.body).toMatchObject({ code: 'CONFLICT' });
  });

  it('are synced although another provider is down, whose methods stay unchanged', async () => {
    const before = await method('QRIS');
    sut.gateway.down = true;
    const { body } = await call('post', '/sync').expect(200);
    expect(body).toMatchObject({ data: { totalFromProvider: 11, unavailable: ['tripay'] } });
    expect(await method('QRIS')).toEqual(before);
  });

  it.each(['MIDTRANS_QRIS', 'stripe_card'])(
    'do not share the code %s with a method of Tripay',
    async (code) => {
      sut.gateway.channels = [...sut.gateway.channels, { ...sut.gateway.channels[0], code }];
      await call('post', '/sync').expect(200);
      expect((await method(code)) ?? { provider: 'midtrans' }).toMatchObject({
        provider: 'midtrans',
      });
    },
  );

  it('are hidden from customers without the settings of their provider', async () => {
    await call('patch', `/${qris}`, { is_enabled: true }).expect(200);
    const replica = await sut.startReplica({});
    const { body } = await replica.http
      .get('/api/user/payment-methods/enabled')
      .set(sut.app.as())
      .expect(200);
    const codes = (body as { data: { code: string }[] }).data.map(({ code }) => code);
    expect(codes).toContain('QRIS');
    expect(codes).not.toContain(qris);
  });
});

describe('first payment method sync', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start();
  });
  afterAll(() => sut.close());

  it('does not delay startup while the gateway is down, and runs once it is back', async () => {
    await sut.app.database.query('DELETE FROM payment_method');
    sut.gateway.down = true;
    const replica = await sut.startReplica({ FIRST_SYNC_INTERVAL_MS: '20' });
    await replica.http.get('/health/ready').expect(200);
    await waitFor(() => sut.gateway.requests.filter(isChannelList).length > 2);
    sut.gateway.down = false;
    await waitFor(async () => {
      const rows = await sut.app.database.query('SELECT 1 FROM payment_method');
      return rows.length === 3;
    });
  });
});

const isChannelList = ({ path }: { path: string }): boolean => path === 'merchant/payment-channel';
