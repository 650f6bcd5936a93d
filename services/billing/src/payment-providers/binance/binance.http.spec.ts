import { callBinance, querySignature, signedQuery } from './binance.http.js';

const rows = { code: '000000', message: 'success', success: true, data: [] };

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(text, { status, headers }));
  return callBinance('http://binance.example/?signature=1', 'key', 1_000);
}

describe(callBinance, () => {
  afterEach(() => jest.restoreAllMocks());

  it('accepts a complete, successful response', async () => {
    expect(await answer(200, rows)).toEqual({ kind: 'ok', rows: [] });
  });

  it.each([
    ['429 with a retry time', 429, {}, { 'retry-after': '7' }, 7],
    ['429 without a retry time', 429, {}, {}, 60],
    ['429 with an invalid retry time', 429, {}, { 'retry-after': 'soon' }, 60],
    ['a ban with an end time', 418, {}, { 'retry-after': '900' }, 900],
    ['a ban without an end time', 418, '', {}, 600],
    ['a ban with an absurd duration', 418, {}, { 'retry-after': '99999999' }, 259_200],
    ['-1003 with another status', 400, { code: -1003, msg: '' }, {}, 60],
  ])('waits after %s', async (_name, status, body, headers, retryAfterSeconds) => {
    expect(await answer(status, body, headers)).toEqual({ kind: 'limited', retryAfterSeconds });
  });

  it('reads the server time from a rejected timestamp', async () => {
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
    const body = { code: -1021, msg: '' };
    expect(await answer(400, body, { date })).toEqual({
      kind: 'clock',
      serverTime: Date.parse(date),
    });
    expect(await answer(400, body)).toEqual({ kind: 'clock', serverTime: null });
  });

  it.each([-1022, -2014, -2015])('reports a lasting refusal for error %i', async (code) => {
    expect(await answer(400, { code, msg: 'No' })).toEqual({
      kind: 'refused',
      code,
      message: 'No',
    });
  });

  it.each([
    ['a server error with any body', 500, rows],
    ['a server error with a rejection code', 503, { code: -2015, msg: '' }],
    ['an HTML page', 200, '<html>'],
    ['a truncated response', 200, '{"code":"000000","success":true,"data":['],
    ['a response without a success flag', 200, { ...rows, success: false }],
    ['an unknown code', 200, { ...rows, code: '000002' }],
    ['rows with an error status', 404, rows],
  ])('returns unknown after %s', async (_name, status, body) => {
    expect(await answer(status, body)).toMatchObject({ kind: 'unknown' });
  });

  it('returns unknown without a response', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    expect(await callBinance('http://binance.example/', 'key', 1_000)).toMatchObject({
      kind: 'unknown',
    });
  });
});

describe('Binance request signing', () => {
  it("reproduces Binance's published sample", () => {
    const secret = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
    const query =
      'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
    expect(querySignature(secret, query)).toBe(
      'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71',
    );
  });

  it('signs exactly the query that is sent, with the signature last', () => {
    const signed = signedQuery('secret', { startTime: '1', limit: '100' });
    const [, query, signature] = /^(.*)&signature=([0-9a-f]{64})$/.exec(signed) ?? [];
    expect(query).toBe('startTime=1&limit=100');
    expect(signature).toBe(querySignature('secret', query));
  });
});
