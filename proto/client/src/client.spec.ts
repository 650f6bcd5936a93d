import { CasementError, CasementUnreachable, createClient, dataOf } from './index.js';

interface Answer {
  status?: number;
  body?: object | string;
  headers?: Record<string, string>;
}

const success = (data: unknown) => ({ success: true, message: '', data });
const failure = (code: string, message = 'Refused') => ({
  success: false,
  message,
  code,
  correlationId: 'c-1',
});
const TOPUP = { body: { quantity: 1, payment_method: 'QRIS' } };

/** Creates a client whose calls get these responses in order. An Error simulates a call without a response. */
function setup(...answers: (Answer | Error)[]) {
  const requests: Request[] = [];
  const fetch = (request: Request | URL | string) => {
    requests.push(request as Request);
    const answer = answers.shift();
    if (!answer) throw new Error('One call too many');
    if (answer instanceof Error) return Promise.reject(answer);
    const { status = 200, body = success(null), headers } = answer;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve(new Response(text, { status, headers }));
  };
  const client = createClient({ baseUrl: 'https://casement.example', key: 'csm_key', fetch });
  return {
    client,
    requests,
    keys: () => requests.map((one) => one.headers.get('idempotency-key')),
  };
}

/** Advances the timers until the call settles. */
async function settled<T>(call: Promise<T>): Promise<PromiseSettledResult<T>> {
  const end = Promise.allSettled([call]);
  await jest.advanceTimersByTimeAsync(600_000);
  return (await end)[0];
}

describe(createClient.name, () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('sends the key and returns the data', async () => {
    const { client, requests } = setup({ body: success([{ slug: 'win-2022' }]) });
    const end = await settled(dataOf(client.GET('/api/user/windows-versions')));
    expect(end).toMatchObject({ value: [{ slug: 'win-2022' }] });
    expect(requests[0].url).toBe('https://casement.example/api/user/windows-versions');
    expect(requests[0].headers.get('authorization')).toBe('Bearer csm_key');
    expect(requests[0].headers.has('idempotency-key')).toBe(false);
  });

  it('throws code, message and status of a refusal', async () => {
    const { client } = setup({ status: 404, body: failure('NOT_FOUND', 'Unknown install') });
    const params = { path: { id: 'x' } };
    const end = await settled(client.GET('/api/user/install/{id}', { params }));
    expect(end).toMatchObject({
      reason: {
        status: 404,
        code: 'NOT_FOUND',
        message: 'Unknown install',
        correlationId: 'c-1',
      },
    });
    expect((end as PromiseRejectedResult).reason).toBeInstanceOf(CasementError);
  });

  it('throws GATEWAY_ERROR for an HTML page of a proxy', async () => {
    const { client } = setup({ status: 403, body: '<h1>Forbidden</h1>' });
    const end = await settled(client.GET('/api/user/windows-versions'));
    expect(end).toMatchObject({ reason: { status: 403, code: 'GATEWAY_ERROR' } });
  });

  it('retries a spending call with the same Idempotency-Key', async () => {
    const { client, keys } = setup(
      new TypeError('fetch failed'),
      { status: 500, body: failure('INTERNAL') },
      { status: 409, body: failure('IDEMPOTENCY_IN_PROGRESS'), headers: { 'retry-after': '1' } },
      { body: success({ reference: 'T1' }) },
    );
    const end = await settled(dataOf(client.POST('/api/user/topup', TOPUP)));
    expect(end).toMatchObject({ value: { reference: 'T1' } });
    expect(keys()).toHaveLength(4);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('polls a call in progress for its response for up to two minutes', async () => {
    const inProgress = {
      status: 409,
      body: failure('IDEMPOTENCY_IN_PROGRESS'),
      headers: { 'retry-after': '2' },
    };
    const many = (count: number) => Array.from({ length: count }, () => inProgress);
    const patient = setup(...many(50), { body: success({ reference: 'T1' }) });
    const end = await settled(dataOf(patient.client.POST('/api/user/topup', TOPUP)));
    expect(end).toMatchObject({ value: { reference: 'T1' } });
    const endless = setup(...many(200));
    const result = await settled(endless.client.POST('/api/user/topup', TOPUP));
    expect(result).toMatchObject({ reason: { code: 'IDEMPOTENCY_IN_PROGRESS' } });
  });

  it("keeps the caller's Idempotency-Key", async () => {
    const { client, keys } = setup({});
    const params = { header: { 'Idempotency-Key': 'row-7' } };
    await settled(client.POST('/api/user/topup', { ...TOPUP, params }));
    expect(keys()).toEqual(['row-7']);
  });

  it('does not retry a call that is not idempotent', async () => {
    const { client, requests } = setup(new TypeError('fetch failed'));
    const params = { path: { id: 'x' } };
    const end = await settled(client.POST('/api/user/install/{id}/cancel', { params }));
    expect((end as PromiseRejectedResult).reason).toBeInstanceOf(CasementUnreachable);
    expect(requests).toHaveLength(1);
  });

  it.each([502, 503, 504])(
    'does not retry a call that is not idempotent after the gateway’s %i',
    async (status) => {
      const { client, requests } = setup({ status, body: failure('GATEWAY_ERROR') });
      const params = { path: { id: 'x' } };
      const end = await settled(client.POST('/api/user/install/{id}/cancel', { params }));
      expect((end as PromiseRejectedResult).reason).toMatchObject({ status });
      expect(requests).toHaveLength(1);
    },
  );

  it('gives up after five attempts', async () => {
    const { client, requests } = setup(...Array.from({ length: 5 }, () => new TypeError('no')));
    const end = await settled(client.GET('/api/user/windows-versions'));
    expect(end).toMatchObject({
      reason: { message: 'Casement did not answer at https://casement.example.' },
    });
    expect(requests).toHaveLength(5);
  });

  it('waits for Retry-After', async () => {
    const limited = {
      status: 429,
      body: failure('RATE_LIMITED'),
      headers: { 'retry-after': '40' },
    };
    const { client, requests } = setup(limited, {});
    const call = client.GET('/api/user/windows-versions');
    await jest.advanceTimersByTimeAsync(39_900);
    expect(requests).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(200);
    await call;
    expect(requests).toHaveLength(2);
  });

  it('throws to the caller if Retry-After exceeds two minutes', async () => {
    const limited = {
      status: 429,
      body: failure('RATE_LIMITED'),
      headers: { 'retry-after': '900' },
    };
    const { client } = setup(limited);
    const end = await settled(client.GET('/api/user/windows-versions'));
    expect(end).toMatchObject({ reason: { code: 'RATE_LIMITED', retryAfter: 900 } });
  });

  it('delays a call while its RateLimit is exhausted', async () => {
    const { client, requests } = setup({ headers: { ratelimit: '"key";r=0;t=30' } }, {});
    await client.GET('/api/user/windows-versions');
    const held = client.GET('/api/user/windows-versions');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(requests).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(30_000);
    await held;
    expect(requests).toHaveLength(2);
  });
});
