import type { DependencyTestResult, ServiceOperations } from '@casement/proto/http/operations.js';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { BillingApp } from '../fakes/billing-app.js';
import { BpayFixture } from '../fakes/bpay-fixture.js';
import type { FakeBinance } from '../fakes/fake-binance.js';

const PATH = '/api/admin/operations/billing';

/** Returns functions that run billing's connection tests as an administrator. */
const tester = ({ app }: BillingApp) => {
  app.get(ExternalDependencies).limits.pauseSeconds = 0;
  const admin = () => app.as({ admin: true });
  return {
    test: async (name: string) => {
      const { body } = await app.http.post(`${PATH}/tests/${name}`).set(admin()).expect(200);
      const { ok, answer } = body.data as DependencyTestResult;
      return `${ok ? 'yes' : 'no'}: ${answer.replace(/127\.0\.0\.1:\d+/, 'HOST')}`;
    },
    configured: async () => {
      const { body } = await app.http.get(PATH).set(admin()).expect(200);
      const { outside } = body.data as ServiceOperations;
      return outside
        ?.filter(({ configured }) => configured)
        .map(({ name }) => name)
        .sort();
    },
  };
};

describe('external dependency tests', () => {
  let fixture: BpayFixture;
  let sut: ReturnType<typeof tester>;
  beforeAll(async () => {
    fixture = await BpayFixture.start();
    sut = tester(fixture.billing);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

  it('payment gateway: lists its methods or reports the failure', async () => {
    expect(await sut.test('payment-gateway')).toBe(
      'yes: HOST: 200, payment methods: 3 (QRIS, BCAVA, OVO)',
    );
    fixture.billing.gateway.down = true;
    expect(await sut.test('payment-gateway')).toBe(
      'no: HOST: HTTP 500: the provider reported an internal error',
    );
    fixture.billing.gateway.down = false;
  });

  it('Binance: reads the last hour', async () => {
    fixture.binance.pay('1');
    fixture.binance.pay('2', { transactionTime: Date.now() - 7_200_000 });
    expect(await sut.test('binance')).toBe('yes: HOST: 200, transfers in the last hour: 1');
    // A clock difference does not make the test fail, because billing adjusts to it.
    fixture.binance.clockShiftMs = 3_600_000;
    expect(await sut.test('binance')).toMatch(/^yes/);
  });

  it.each<[FakeBinance['mode'], string]>([
    ['bad-key', '-2015, Invalid API-key, IP, or permissions for action.'],
    ['bad-signature', '-1022, Signature for this request is not valid.'],
    ['limited', 'too many calls, again in 40 s'],
    ['down', 'HTTP 503: the provider reported an internal error'],
    [
      'garbage',
      'HTTP 200 with a web page instead of JSON. A network in between may block the API.',
    ],
    [
      'blocked',
      'HTTP 451, Binance does not serve the country of this address. Set BINANCE_PROXY_URL to a proxy in a country that it serves.',
    ],
  ])('Binance: reports that it is %s', async (mode, answer) => {
    fixture.binance.mode = mode;
    expect(await sut.test('binance')).toBe(`no: HOST: ${answer}`);
  });

  it('reports Binance and the payment gateway as configured', async () => {
    expect(await sut.configured()).toEqual(['binance', 'payment-gateway']);
  });
});

describe('external dependency tests with other settings', () => {
  it('payment gateway: quotes the refusal of an unknown key', async () => {
    const billing = await BillingApp.start();
    const wrong = await billing.startReplica({ TRIPAY_API_KEY: 'another-key-altogether' });
    wrong.get(ExternalDependencies).limits.pauseSeconds = 0;
    const { body } = await wrong.http
      .post(`${PATH}/tests/payment-gateway`)
      .set(wrong.as({ admin: true }))
      .expect(200);
    expect((body.data as DependencyTestResult).answer).toMatch(/: 401, Invalid API Key$/);
    await billing.close();
  });

  it('Binance: reports missing settings as not configured', async () => {
    const billing = await BillingApp.start();
    const sut = tester(billing);
    expect(await sut.configured()).toEqual(['payment-gateway']);
    expect(await sut.test('binance')).toMatch(/^no: Not configured/);
    await billing.close();
  });
});
